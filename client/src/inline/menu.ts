/** Inline in every page: what `commandfor` and `closedby` do not do, or older browsers lack. */

/** The mobile breakpoint (product.md, section 3). */
const wideWindow = matchMedia('(width > 768px)');
const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

const findMenu = () => document.querySelector('dialog');

function handleClick({ target }: MouseEvent) {
  const menu = findMenu();
  if (menu === null || !(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('[commandfor]');
  const isLink = target.closest('a') !== null;
  // The next page closes it, in its view transition, which shows how it leaves.
  menu.style.transition = menu.open && isLink ? 'none' : '';
  if (!menu.open) {
    // The dialog returns the focus to the button; Safari does not focus a button on click.
    button?.focus();
    if (button && !knowsCommands) menu.showModal();
    return;
  }
  // The dialog's content covers it, so the target was the backdrop.
  const isOutside = target === menu;
  if (isOutside || (button && !knowsCommands)) menu.close();
}

/** In Safari, Tab skips links; in other browsers it leaves the page. */
function keepFocusInside(event: KeyboardEvent) {
  const menu = findMenu();
  if (event.key !== 'Tab' || !menu?.open) return;
  event.preventDefault();
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')];
  const current = stops.indexOf(document.activeElement as HTMLElement);
  const next = event.shiftKey ? stops.at(current <= 0 ? -1 : current - 1) : stops[(current + 1) % stops.length];
  next?.focus();
}

function handleToggle() {
  const menu = findMenu();
  const header = menu?.parentElement;
  const button = header?.querySelector('[aria-expanded]');
  if (!header) return;
  header.nextElementSibling?.toggleAttribute('inert', menu.open);
  button?.setAttribute('aria-expanded', String(menu.open));
  // In a wide window the button is hidden and cannot get the focus back.
  if (!menu.open && button?.getClientRects().length === 0) header.querySelector('a')?.focus();
}

document.addEventListener('click', handleClick);
document.addEventListener('keydown', keepFocusInside);
wideWindow.addEventListener('change', () => wideWindow.matches && findMenu()?.close());
new MutationObserver(handleToggle).observe(document, { attributeFilter: ['open'], subtree: true });
