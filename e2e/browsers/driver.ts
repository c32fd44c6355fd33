/** What the journey asks of a browser, small enough for every protocol that drives one. */

export interface Engine {
  name: 'chromium' | 'firefox' | 'webkit';
  /** The program to start: a browser, or for WebKitGTK its driver. */
  path: string;
  /** `playwright` for Chromium and for Playwright's own builds. */
  protocol: 'playwright' | 'bidi' | 'webdriver';
}

/** How this visitor's browser differs from one that is just installed. */
export interface Conditions {
  window?: 'private';
  storage?: 'refused';
  scripts?: 'off';
  motion?: 'reduced';
}

export type Key = 'Tab' | 'Shift+Tab' | 'Escape' | 'Backspace' | 'End';

export interface Browser {
  /** Opens a window of its own, so that closing it or looking at another one hides nothing. */
  openTab(): Promise<Tab>;
  /** Errors and warnings in the console, uncaught errors and violations of a page's policy so far, in all tabs. */
  readonly noise: string[];
  close(): Promise<void>;
}

export interface Tab {
  /** Resolves when the page has loaded; so does `reload`. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, which must be a string. */
  evaluate(expression: string): Promise<string>;
  /** Clicks with the mouse, in CSS pixels from the top left corner of the page that is seen. */
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  /** Types with the keyboard, into what has the focus. */
  type(text: string): Promise<void>;
  /** Gives the page this width; the height may be a little less. */
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  path: string;
  /** A port of the loopback interface: an HTTP proxy for every other host. */
  proxyPort: number;
  /** An empty folder for the browser's profile and settings. */
  folder: string;
  conditions: Conditions;
}

/** A script for every page: makes a violation of its policy seen in the console, where not every browser shows one. */
export const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('The policy ' + violatedDirective + ' was violated by ' + blockedURI))`;

/** A script for every page, where the browser itself cannot be told to refuse every kind of storage. */
export const REFUSE_STORAGE = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied for this document.', 'SecurityError') } })`;
