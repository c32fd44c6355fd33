/** What happens in one run of the chaos test: drawn at random, and the same for the same seed. Pure. */
import type { Message } from '@portfolio/contract/message';

/** What may befall a message. Times are milliseconds of the browser's virtual clock. */
export type Accident =
  /** For a while, what the proxy in front of the server does to messages. */
  | { kind: 'proxy'; what: ProxyFault; forMs: number }
  /** For a while, what EmailJS does. */
  | { kind: 'emailjs'; what: EmailjsFault; forMs: number }
  | { kind: 'offline'; forMs: number }
  | { kind: 'kill-server'; forMs: number }
  | { kind: 'kill-postgres' }
  | { kind: 'second-tab'; path: string }
  /** The visitor deletes what the site has stored, while its page is open. */
  | { kind: 'clear-data' }
  /** The visitor's clock is set. */
  | { kind: 'set-clock'; byMs: number }
  /** These end the visit, or at least the page. */
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
  /** In order of time; `at` counts from the submit, and below zero is before it. */
  accidents: { at: number; accident: Accident }[];
  /** Whether the browser is killed so soon after the click that the visitor may not have been told yet; then in real milliseconds. */
  killAfterClick: number | null;
  /** The next visit: how much later, and where. */
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

/** Each thing that can happen in a script, by the names of `whatHappensIn`. */
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

/**
 * Whether an answer may get lost between EmailJS and the browser, so that the e-mail comes twice: the browser, the page or the network dies, or
 * the page goes after it has made the call itself.
 */
export function mayLoseAnswer({ accidents, killAfterClick }: Script): boolean {
  const departures = accidents.filter(({ accident }) => isDeparture(accident));
  return (
    killAfterClick !== null ||
    accidents.some(({ accident: { kind } }) => ['kill-browser', 'crash-tab', 'offline', 'clear-data'].includes(kind)) ||
    departures.length > 1 ||
    departures.some(({ at }) => at > SENDING_MS - 20)
  );
}

/** How long after the submit accidents happen, and how long they last. */
const LATEST_MS = 8000;
/** When the message is sent, and worth a blow more than at any other time. */
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

/** Into what people take for characters: half an emoji is nothing that can be typed, and editors move line breaks out of its way. */
function splitCharacters(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

function isDeparture(accident: Accident): accident is { kind: Departure } {
  return DEPARTURES.some((departure) => departure === accident.kind);
}

/** Mulberry32: a small generator of numbers from 0 up to, but not including, 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
