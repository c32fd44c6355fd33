/** What a visitor does: finds things by their words, and uses mouse and keyboard. */
import type { Message } from '@portfolio/contract/message';
import { expect } from '../fixtures.ts';
import type { Browser, Key, Tab } from './driver.ts';

export interface Visitor {
  visit(path: string, width?: number): Promise<Page>;
}

export interface Page {
  /** The result of a function that runs in the page; function and arguments are sent as text. */
  read<Args extends unknown[], Result>(look: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Clicks a button or link. */
  choose(name: string): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  /** Types at the end of a field. */
  fill(field: keyof Message, text: string): Promise<void>;
  fillIn(message: Message): Promise<void>;
  go(path: string): Promise<void>;
  reload(): Promise<void>;
  resize(width: number): Promise<void>;
  close(): Promise<void>;
}

const HEIGHT = 800;
export const WIDE = 1280;
/** MiniBrowser's own buttons allow no less than 447. */
export const NARROW = 480;

export function makeVisitor(browser: Browser, origin: string): Visitor {
  return {
    async visit(path, width = WIDE) {
      const tab = await browser.openTab();
      await tab.resize(width, HEIGHT);
      await tab.open(origin + path);
      return toPage(tab, origin);
    },
  };
}

function toPage(tab: Tab, origin: string): Page {
  async function read<Args extends unknown[], Result>(look: (...args: Args) => Result, ...args: Args): Promise<Result> {
    // JSON.stringify(undefined) is no text.
    return JSON.parse(await tab.evaluate(`JSON.stringify((${look})(...${JSON.stringify(args)}) ?? null)`));
  }

  async function clickElement(what: string, locate: () => Promise<{ x: number; y: number } | null>): Promise<void> {
    let place: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          const last = place;
          place = await locate();
          // After a resize it may move once more.
          return place !== null && place.x === last?.x && place.y === last.y;
        },
        { message: `${what} can be clicked`, intervals: [50] },
      )
      .toBe(true);
    if (place !== null) await tab.click(Object(place).x, Object(place).y);
  }

  const page: Page = {
    read,
    choose: (name) => clickElement(name, () => read(findControl, name)),
    clickAt: (x, y) => tab.click(x, y),
    press: (key) => tab.press(key),
    async fill(field, text) {
      const readField = () =>
        read((name) => {
          const element = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
          return { hasFocus: element === document.activeElement, value: element?.value };
        }, field);
      await clickElement(field, () => read(findField, field));
      await expect.poll(readField).toMatchObject({ hasFocus: true });
      const { value } = await readField();
      // A second click into a field may have selected a word.
      await tab.press('End');
      await tab.type(text);
      await expect.poll(readField).toEqual({ hasFocus: true, value: value + text });
    },
    async fillIn(message) {
      await page.fill('name', message.name);
      await page.fill('email', message.email);
      await page.fill('text', message.text);
    },
    go: (path) => tab.open(origin + path),
    reload: () => tab.reload(),
    resize: (width) => tab.resize(width, HEIGHT),
    close: () => tab.close(),
  };
  return page;
}

/** The middle of a button or link, scrolled into view; null while it is missing, disabled, moving or covered. */
function findControl(name: string): { x: number; y: number } | null {
  for (const element of document.querySelectorAll<HTMLElement>('button, a[href]')) {
    const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    if (label !== name || element.matches(':disabled') || element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = { x: x + width / 2, y: y + height / 2 };
    const hit = document.elementFromPoint(place.x, place.y);
    if (hit && element.contains(hit)) return place;
  }
  return null;
}

function findField(name: string): { x: number; y: number } | null {
  const element = document.querySelector(`form [name="${name}"]`);
  if (element === null) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
