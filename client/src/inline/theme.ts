/**
 * Stands in every page as text in the HTML, before anything is painted, so that a visitor who chose light or dark never sees the
 * other one first. It also works the switch, on every page, with or without React.
 */
const KEY = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
/** What was chosen on this page where the browser does not let it be stored. */
let unstored: 'light' | 'dark' | null = null;

function apply() {
  const chosen = readChoice();
  // Without a choice there is no attribute, and the style sheet follows the system by itself.
  if (chosen === null) delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  const isDark = isDarkNow();
  for (const button of document.querySelectorAll('[data-theme-switch]')) {
    button.setAttribute('aria-pressed', String(isDark));
  }
}

function isDarkNow(): boolean {
  const chosen = readChoice();
  return chosen === null ? systemIsDark.matches : chosen === 'dark';
}

function readChoice(): 'light' | 'dark' | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return unstored; // storage is closed to us
  }
}

function choose(theme: 'light' | 'dark') {
  try {
    // Back at what the system has: from now on it is followed again.
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
  if (target instanceof Element && target.closest('[data-theme-switch]')) choose(isDarkNow() ? 'light' : 'dark');
});
