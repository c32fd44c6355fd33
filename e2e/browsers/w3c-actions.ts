/** Mouse and keyboard in the form that WebDriver and WebDriver BiDi share (https://www.w3.org/TR/webdriver2/#actions). */
import type { Key } from './driver.ts';

const KEYS: Record<Key, string[]> = {
  Tab: ['\uE004'],
  'Shift+Tab': ['\uE008', '\uE004'],
  Escape: ['\uE00C'],
  Backspace: ['\uE003'],
  End: ['\uE010'],
};

export function clickActions(x: number, y: number) {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

export function pressActions(key: Key) {
  const held = KEYS[key];
  return keyboard([
    ...held.map((value) => ({ type: 'keyDown', value })),
    ...held.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]);
}

export function typeActions(text: string) {
  return keyboard([...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))));
}

function keyboard(actions: { type: string; value: string }[]) {
  return [{ type: 'key', id: 'keyboard', actions }];
}
