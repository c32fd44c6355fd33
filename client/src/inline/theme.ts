/** Inline in the head of every page, so that the chosen theme is applied before the first paint. Handles the switch too. */
const KEY = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
/** The choice where storage is forbidden. */
let unstored: string | null = null;

function apply() {
  const chosen = readChoice();
  // Without the attribute the style sheet follows the system.
  if (chosen === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  for (const button of document.querySelectorAll('[data-theme-switch]')) {
    button.setAttribute('aria-pressed', String(isDark()));
  }
}

function isDark(): boolean {
  const chosen = readChoice();
  return chosen === null ? systemIsDark.matches : chosen === 'dark';
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return unstored;
  }
}

function choose(theme: 'light' | 'dark') {
  try {
    // The same as the system's theme: follow the system again.
    if ((theme === 'dark') === systemIsDark.matches) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    unstored = theme;
  }
  apply();
}

apply();
document.addEventListener('DOMContentLoaded', apply);
systemIsDark.addEventListener('change', apply);
addEventListener('storage', apply);
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-theme-switch]')) choose(isDark() ? 'light' : 'dark');
});
