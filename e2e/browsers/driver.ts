export interface Engine {
  name: 'chromium' | 'firefox' | 'webkit';
  /** The program to start: a browser, or for WebKitGTK its driver. */
  path: string;
  /** `playwright` for Chromium and for Playwright's own builds. */
  protocol: 'playwright' | 'bidi' | 'webdriver';
}

/** The difference to a browser that was just installed. */
export interface Conditions {
  window?: 'private';
  storage?: 'refused';
  scripts?: 'off';
  motion?: 'reduced';
}

export type Key = 'Tab' | 'Shift+Tab' | 'Escape' | 'Backspace' | 'End';

export interface Browser {
  /** In a window of its own, so that another one does not hide it. */
  openTab(): Promise<Tab>;
  /** Errors and warnings in the console, uncaught errors and violations of a page's policy, in all tabs. */
  readonly noise: string[];
  close(): Promise<void>;
}

export interface Tab {
  /** Resolves when the page has loaded, as does `reload`. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, which must be a string. */
  evaluate(expression: string): Promise<string>;
  /** In CSS pixels from the top left corner of the viewport. */
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  /** Into what has the focus. */
  type(text: string): Promise<void>;
  /** The height may be a little less. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  path: string;
  /** An HTTP proxy on the loopback interface, for every other host. */
  proxyPort: number;
  folder: string;
  conditions: Conditions;
}

/** For browsers that do not show a violation of a page's policy in the console. */
export const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('The policy ' + violatedDirective + ' was violated by ' + blockedURI))`;

/** For browsers without a setting that refuses every kind of storage. */
export const REFUSE_STORAGE = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied for this document.', 'SecurityError') } })`;
