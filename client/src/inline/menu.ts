/**
 * Stands in every page of the router as text in the HTML. The menu is a modal dialog that its buttons open and close by themselves
 * (`commandfor`, `closedby`); here is what the platform leaves open, and what browsers lack that do not know these attributes yet. React
 * draws the menu and knows nothing of its state.
 */

/** Wider than this, the header shows its links itself (product.md, section 3, constants). */
const wideWindow = matchMedia('(width > 768px)');
const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

const findMenu = () => document.querySelector('dialog');

function handleClick({ target }: MouseEvent) {
  const menu = findMenu();
  if (menu === null || !(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('[commandfor]');
  if (!menu.open) {
    // A dialog gives the focus back to where it was, and Safari does not focus a button that is clicked.
    button?.focus();
    if (button && !knowsCommands) menu.showModal();
    return;
  }
  // The panel's content covers all of it, so a click on the dialog itself was on the backdrop.
  const isOutside = target === menu;
  const isLink = target.closest('a') !== null;
  if (isOutside || isLink || (button && !knowsCommands)) menu.close();
}

/** To the next stop, and from the last one to the first. Left to themselves, Safari passes over links, and every browser goes on to its own buttons. */
function keepFocusInside(event: KeyboardEvent) {
  const menu = findMenu();
  if (event.key !== 'Tab' || !menu?.open) return;
  event.preventDefault();
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')];
  const { activeElement } = document;
  const current = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = event.shiftKey ? stops.at(current <= 0 ? -1 : current - 1) : stops[(current + 1) % stops.length];
  next?.focus();
}

/** Whichever way the menu has opened or closed. */
function handleToggle() {
  const menu = findMenu();
  const header = menu?.closest('header');
  const button = header?.querySelector('[aria-expanded]');
  if (!menu || !header || !button) return;
  button.setAttribute('aria-expanded', String(menu.open));
  header.nextElementSibling?.toggleAttribute('inert', menu.open);
  // In a window that became wide the button is not there to take the focus back.
  if (!menu.open && button.getClientRects().length === 0) header.querySelector('a')?.focus();
}

// In the capture phase: React may show the next page at once, and could not focus its heading while that is inert.
document.addEventListener('click', handleClick, { capture: true });
document.addEventListener('keydown', keepFocusInside);
wideWindow.addEventListener('change', () => wideWindow.matches && findMenu()?.close());
new MutationObserver(handleToggle).observe(document, { attributeFilter: ['open'], subtree: true });
