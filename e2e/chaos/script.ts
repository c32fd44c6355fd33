/** What happens in one run of the chaos test: random, and the same for the same seed. Pure. */
import type { Message } from '@portfolio/contract/message';

/** Times are milliseconds of the browser's virtual clock. */
export type Accident =
  /** What the proxy in front of the server does to messages. */
  | { kind: 'proxy'; what: ProxyFault; forMs: number }
  | { kind: 'emailjs'; what: EmailjsFault; forMs: number }
  | { kind: 'offline'; forMs: number }
  | { kind: 'kill-server'; forMs: number }
  | { kind: 'kill-postgres' }
  | { kind: 'second-tab'; path: string }
  /** While the site's page is open. */
  | { kind: 'clear-data' }
  | { kind: 'set-clock'; byMs: number }
  /** It ends the visit, or at least the page. */
  | { kind: Departure };

export type ProxyFault =
  | 'drop-before'
  | 'drop-after'
  | 'refuse'
  | 'hang'
  | 'duplicate'
  | 'answer-429'
  | 'answer-500'
  | 'answer-503'
  | 'hotel';
export type EmailjsFault = 'drop' | 'hang' | 'answer-429' | 'answer-412' | 'answer-500';
export type Departure = 'close-tab' | 'kill-browser' | 'crash-tab' | 'reload' | 'leave' | 'navigate' | 'hide';

export interface Script {
  seed: number;
  message: Message;
  /** In order of time; `at` counts from the submit, and is negative before it. */
  accidents: { at: number; accident: Accident }[];
  /** Real milliseconds from the click until the browser is killed, perhaps before it tells the visitor. */
  killAfterClick: number | null;
  returnAfterMs: number;
  returnPath: string;
}

const PATHS = ['/inicio', '/sobremim', '/projetos', '/contato'];
const PROXY_FAULTS: ProxyFault[] = [
  'drop-before',
  'drop-after',
  'refuse',
  'hang',
  'duplicate',
  'answer-429',
  'answer-500',
  'answer-503',
  'hotel',
];
const EMAILJS_FAULTS: EmailjsFault[] = ['drop', 'hang', 'answer-429', 'answer-412', 'answer-500'];
const DAY_MS = 24 * 60 * 60 * 1000;
const CLOCK_CHANGES_MS = [40 * DAY_MS, 400 * DAY_MS, 10 * 60 * 1000, -10 * 60 * 1000, -2 * DAY_MS];
const DEPARTURES: Departure[] = ['close-tab', 'kill-browser', 'crash-tab', 'reload', 'leave', 'navigate', 'hide'];

/** What can happen in a script, by the names of `whatHappensIn`. */
export const EVERYTHING: readonly string[] = [
  ...PROXY_FAULTS.map((what) => `proxy ${what}`),
  ...EMAILJS_FAULTS.map((what) => `emailjs ${what}`),
  ...['offline', 'kill-server', 'kill-postgres', 'second-tab', 'clear-data', 'set-clock'],
  ...DEPARTURES,
  'browser killed after the click',
];

export function whatHappensIn({ accidents, killAfterClick }: Script): string[] {
  return [
    ...accidents.map(({ accident }) => ('what' in accident ? `${accident.kind} ${accident.what}` : accident.kind)),
    ...(killAfterClick === null ? [] : ['browser killed after the click']),
  ];
}

/** An answer of EmailJS may get lost, so that the e-mail comes twice: browser, page or network ends after the call. */
export function mayLoseAnswer({ accidents, killAfterClick }: Script): boolean {
  const departures = accidents.filter(({ accident }) => isDeparture(accident));
  return (
    killAfterClick !== null ||
    accidents.some(({ accident: { kind } }) => ['kill-browser', 'crash-tab', 'offline', 'clear-data'].includes(kind)) ||
    departures.length > 1 ||
    departures.some(({ at }) => at > SENDING_MS - 20)
  );
}

/** For accidents: how late after the submit, and how long. */
const LATEST_MS = 8000;
/** Here the message is sent: accidents matter most. */
const SENDING_MS = 5000;
const LONGEST_MS = 20_000;

export function drawScript(seed: number): Script {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('There is nothing to draw from.');
    return item;
  };

  function drawAccident(): Accident {
    const forMs = below(LONGEST_MS);
    const dice = random();
    if (dice < 0.3) return { kind: 'proxy', what: oneOf(PROXY_FAULTS), forMs };
    if (dice < 0.4) return { kind: 'emailjs', what: oneOf(EMAILJS_FAULTS), forMs };
    if (dice < 0.5) return { kind: 'offline', forMs };
    if (dice < 0.58) return { kind: 'kill-server', forMs };
    if (dice < 0.64) return { kind: 'kill-postgres' };
    if (dice < 0.72) return { kind: 'second-tab', path: oneOf(PATHS) };
    if (dice < 0.79) return { kind: 'kill-browser' };
    if (dice < 0.82) return { kind: 'clear-data' };
    if (dice < 0.86) return { kind: 'set-clock', byMs: oneOf(CLOCK_CHANGES_MS) };
    return { kind: oneOf(DEPARTURES) };
  }

  function drawText(shortest: number, longest: number, alphabets: string[]): string {
    const length = shortest + Math.floor(random() ** 4 * (longest - shortest));
    return Array.from({ length }, () => oneOf(splitCharacters(oneOf(alphabets)))).join('');
  }

  const letters = ['abcdefghij', 'ãõçéíúà ÂÊ', 'שלוםعربي', '你好世界', '🎉👩🏽‍💻🇧🇷', '"\'\\/<>&%$'];
  const message = {
    name: `n${drawText(2, 12, letters)}m`,
    email: `semente-${seed}@exemplo.com.br`,
    text: `t${drawText(14, 2000, [...letters, '\n\t '])}.`,
  };
  const count = 1 + below(4);
  const drawTime = () => (random() < 0.35 ? SENDING_MS - 10 + below(60) : below(LATEST_MS + 1000) - 1000);
  const accidents = Array.from({ length: count }, () => ({ at: drawTime(), accident: drawAccident() }));
  return {
    seed,
    message,
    // Nobody leaves before the submit.
    accidents: accidents
      .map(({ at, accident }) => ({ at: isDeparture(accident) ? Math.abs(at) + 1 : at, accident }))
      .sort((a, b) => a.at - b.at),
    killAfterClick: random() < 0.03 ? below(40) : null,
    returnAfterMs: random() < 0.5 ? below(3000) : below(3 * DAY_MS),
    returnPath: oneOf(PATHS),
  };
}

/** Graphemes: nobody types half an emoji, and editors move line breaks out of it. */
function splitCharacters(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

function isDeparture(accident: Accident): accident is { kind: Departure } {
  return DEPARTURES.some((departure) => departure === accident.kind);
}

/** Mulberry32: numbers from 0 up to, but not including, 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
