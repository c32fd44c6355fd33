/** Inline in the head of every page: the switches of theme and sea (WCAG 2.2.2), applied before the first paint. */
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)');
/** The choices where storage is forbidden. */
const unstored: Record<string, string | null> = {};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored[key] ?? null;
  }
}

function choose(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    unstored[key] = value;
  }
  apply();
}

function isDark(): boolean {
  const chosen = read('theme');
  return chosen === null ? systemIsDark.matches : chosen === 'dark';
}

const isCalm = () => read('sea') === 'calm';

function apply() {
  const { dataset } = document.documentElement;
  const chosen = read('theme');
  // Without the attribute the style sheet follows the system.
  if (chosen === null) delete dataset['theme'];
  else dataset['theme'] = chosen;
  if (isCalm()) dataset['sea'] = 'calm';
  else delete dataset['sea'];
  // index.html has a colour for each of the system's themes.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset['scheme'] ??= meta.media.includes('dark') ? 'dark' : 'light';
    const { scheme } = meta.dataset;
    meta.media = chosen === null ? `(prefers-color-scheme: ${scheme})` : chosen === scheme ? 'all' : 'not all';
  }
  for (const [selector, isPressed] of [
    ['[data-theme-switch]', isDark()],
    ['[data-sea-switch]', isCalm()],
  ] as const) {
    for (const button of document.querySelectorAll(selector)) button.setAttribute('aria-pressed', String(isPressed));
  }
}

function changeTheme() {
  const theme = isDark() ? 'light' : 'dark';
  // If that is the system's theme, follow the system again.
  const change = () => choose('theme', (theme === 'dark') === systemIsDark.matches ? null : theme);
  if (wantsStillness.matches || isCalm() || !document.startViewTransition) return change();
  const { dataset } = document.documentElement;
  // styles/motion.css: which of the two pages the browser takes a picture of.
  dataset['sunset'] = 'old';
  const end = () => delete dataset['sunset'];
  document
    .startViewTransition(() => {
      change();
      dataset['sunset'] = 'new';
    })
    .finished.then(end, end);
}

apply();
document.addEventListener('DOMContentLoaded', apply);
systemIsDark.addEventListener('change', apply);
addEventListener('storage', apply);
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest('[data-theme-switch]')) changeTheme();
  if (target.closest('[data-sea-switch]')) choose('sea', isCalm() ? null : 'calm');
});
