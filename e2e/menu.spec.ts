import type { Locator, Page } from '@playwright/test';
import { expect, NARROW, PAGES, test } from './fixtures.ts';

/** Up to this width the menu is a hamburger (product.md, section 3). */
const BREAKPOINT = 768;
const HEIGHT = 740;

interface Menu {
  open: Locator;
  close: Locator;
  panel: Locator;
}

function menuOf(page: Page): Menu {
  return {
    open: page.getByRole('button', { name: 'Abrir menu' }),
    close: page.getByRole('button', { name: 'Fechar menu' }),
    panel: page.getByRole('dialog'),
  };
}

async function openMenu(page: Page): Promise<Menu> {
  const menu = menuOf(page);
  await menu.open.click();
  await expect(menu.panel).toBeVisible();
  return menu;
}

/** Nothing in it can be clicked, focused or read out. */
function isContentInert(page: Page): Promise<boolean> {
  return page.getByRole('main').evaluate((main) => main.closest('[inert]') !== null);
}

function isContentBlurred(page: Page): Promise<boolean> {
  return page.getByRole('main').evaluate((main) => {
    for (let element: Element | null = main; element !== null; element = element.parentElement) {
      if (getComputedStyle(element).filter.includes('blur(')) return true;
    }
    return false;
  });
}

function isFocusInside(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element.contains(document.activeElement));
}

/** When its animations have ended. */
async function findBox(panel: Locator) {
  await panel.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const box = await panel.boundingBox();
  if (box === null) throw new Error('The panel is open.');
  return box;
}

/** A point that the panel does not cover, in the middle of a link of the content if there is one. */
async function findPointOutside(page: Page, panel: Locator): Promise<{ x: number; y: number }> {
  const covered = await findBox(panel);
  const viewport = page.viewportSize();
  if (viewport === null) throw new Error('The window has a size.');
  const boxes = await Promise.all((await page.getByRole('main').locator('a').all()).map((link) => link.boundingBox()));
  const points = boxes
    .filter((box) => box !== null)
    .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  points.push({ x: 8, y: viewport.height / 2 }, { x: viewport.width - 8, y: viewport.height / 2 });
  const point = points.find(
    ({ x, y }) =>
      x >= 0 && x < viewport.width && y >= 0 && y < viewport.height && (x < covered.x || x > covered.x + covered.width),
  );
  if (point === undefined) throw new Error('The panel covers the whole window.');
  return point;
}

test(`at ${BREAKPOINT} px the menu is a hamburger button; at ${BREAKPOINT + 1} px it is a row of links`, async ({
  page,
}) => {
  await page.setViewportSize({ width: BREAKPOINT, height: HEIGHT });
  await page.goto('/inicio');
  const menu = menuOf(page);
  const links = page.getByRole('banner').getByRole('link', { name: /^(Início|Sobre mim|Contato|Projetos)$/ });
  await expect(menu.open).toBeVisible();
  await expect(menu.open).toHaveAttribute('aria-expanded', 'false');
  await expect(links.filter({ visible: true })).toHaveCount(0);

  await page.setViewportSize({ width: BREAKPOINT + 1, height: HEIGHT });
  await expect(menu.open).toBeHidden();
  await expect(links.filter({ visible: true })).toHaveCount(PAGES.length);
});

test.describe('The side panel', () => {
  test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'no-preference' } });

  test('on every page shows the four links in order, and a button that closes it', async ({ page }) => {
    for (const { path } of PAGES) {
      await page.goto(path);
      const { panel, close } = await openMenu(page);

      await expect(panel.getByRole('link')).toHaveText(PAGES.map(({ link }) => link));
      await close.click();
      await expect(panel).toBeHidden();
    }
  });

  test('slides in with the keyframes named showSidebar', async ({ page }) => {
    await page.goto('/inicio');
    const { panel } = await openMenu(page);

    const animations = await panel.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].map((part) => getComputedStyle(part).animationName),
    );
    expect(animations).toContain('showSidebar');
    const keyframes = await page.evaluate(() => {
      const rulesOf = (rules: CSSRuleList): CSSRule[] =>
        [...rules].flatMap((rule) => [rule, ...(rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules) : [])]);
      return [...document.styleSheets]
        .flatMap((sheet) => rulesOf(sheet.cssRules))
        .filter((rule) => rule instanceof CSSKeyframesRule)
        .map(({ name }) => name);
    });
    expect(keyframes).toContain('showSidebar');
  });

  test('blurs the content and puts it out of reach, and gives it back', async ({ page }) => {
    await page.goto('/projetos');
    expect(await isContentInert(page)).toBe(false);
    expect(await isContentBlurred(page)).toBe(false);

    const { panel, close } = await openMenu(page);
    await expect.poll(() => isContentInert(page)).toBe(true);
    await expect.poll(() => isContentBlurred(page)).toBe(true);

    await close.click();
    await expect(panel).toBeHidden();
    await expect.poll(() => isContentInert(page)).toBe(false);
    await expect.poll(() => isContentBlurred(page)).toBe(false);
  });

  test('closes on a click outside it, and the content does not get that click', async ({ page, context }) => {
    await page.goto('/inicio');
    const { panel, open } = await openMenu(page);
    const { x, y } = await findPointOutside(page, panel);

    await page.mouse.click(x, y);

    await expect(panel).toBeHidden();
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveURL('/inicio');
    expect(context.pages()).toHaveLength(1);
  });

  test('takes a tap beside a word for one on its link', async ({ page }) => {
    await page.goto('/inicio');
    const { panel } = await openMenu(page);
    const { x, width } = await findBox(panel);
    const word = await panel.getByRole('link', { name: 'Projetos' }).boundingBox();
    await page.mouse.click(x + width - 8, (word?.y ?? 0) + (word?.height ?? 0) / 2);
    await expect(page).toHaveURL('/projetos');
  });

  test('stays open on a click inside it, beside its links', async ({ page }) => {
    await page.goto('/inicio');
    const { panel } = await openMenu(page);

    const { x, y, width, height } = await findBox(panel);
    await page.mouse.click(x + width / 2, y + height - 5);

    // Not by what is visible: the panel takes a moment to go.
    await expect(panel).toHaveAttribute('open');
  });

  test('closes on Esc', async ({ page }) => {
    await page.goto('/sobremim');
    const { panel, open } = await openMenu(page);

    await page.keyboard.press('Escape');

    await expect(panel).toBeHidden();
    await expect(open).toBeFocused();
  });

  test('closes when one of its links is chosen, and shows that page', async ({ page }) => {
    await page.goto('/inicio');
    for (const { path, link } of [...PAGES].reverse()) {
      const { panel } = await openMenu(page);
      await panel.getByRole('link', { name: link, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(panel).toBeHidden();
      await expect.poll(() => isContentInert(page)).toBe(false);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
  });

  test('is on the page for an unknown address, too', async ({ page, consoleGuard }) => {
    consoleGuard.expectNoise(/404 \(Not Found\)/);
    await page.goto('/nao-existe');
    const { panel } = await openMenu(page);
    expect(await isContentInert(page)).toBe(true);
    expect(await isContentBlurred(page)).toBe(true);

    await panel.getByRole('link', { name: 'Contato', exact: true }).click();

    await expect(page).toHaveURL('/contato');
    await expect(panel).toBeHidden();
  });

  test('closes too when the link of the very page is chosen', async ({ page }) => {
    await page.goto('/contato');
    const { panel } = await openMenu(page);

    await panel.getByRole('link', { name: 'Contato', exact: true }).click();

    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/contato');
  });

  test('takes the focus in, keeps it in both ways round, and gives it back', async ({ page }) => {
    await page.goto('/projetos');
    const menu = menuOf(page);
    await menu.open.focus();
    await page.keyboard.press('Enter');
    await expect(menu.panel).toBeVisible();
    await expect.poll(() => isFocusInside(menu.panel)).toBe(true);

    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press(key);
        expect(await isFocusInside(menu.panel), `${key} number ${step + 1} stays in the panel`).toBe(true);
      }
    }

    await menu.close.focus();
    await page.keyboard.press('Enter');
    await expect(menu.panel).toBeHidden();
    await expect(menu.open).toBeFocused();
  });

  test('says whether it is open', async ({ page }) => {
    await page.goto('/inicio');
    // When the menu is open the button is inert, also in the accessibility tree: its attribute is read directly.
    const expanded = page.getByRole('banner').locator('button[aria-expanded]');
    await expect(expanded).toHaveAttribute('aria-expanded', 'false');
    const { panel, close } = await openMenu(page);
    await expect(panel).toHaveAccessibleName('Menu');
    await expect(expanded).toHaveAttribute('aria-expanded', 'true');
    await close.click();
    await expect(expanded).toHaveAttribute('aria-expanded', 'false');
  });

  test(`closes by itself when the window is widened above ${BREAKPOINT} px, and stays closed`, async ({ page }) => {
    await page.setViewportSize({ width: BREAKPOINT, height: HEIGHT });
    await page.goto('/projetos');
    const { panel, open } = await openMenu(page);

    await page.setViewportSize({ width: BREAKPOINT + 1, height: HEIGHT });
    await expect(panel).toBeHidden();
    await expect.poll(() => isContentInert(page)).toBe(false);
    await expect.poll(() => isContentBlurred(page)).toBe(false);
    await page.getByRole('banner').getByRole('link', { name: 'Contato', exact: true }).click();
    await expect(page).toHaveURL('/contato');

    await page.setViewportSize({ width: BREAKPOINT, height: HEIGHT });
    await expect(open).toBeVisible();
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    await expect(panel).toBeHidden();
  });

  test('opens again after it was closed in each way', async ({ page }) => {
    await page.goto('/inicio');
    for (const close of ['button', 'Escape'] as const) {
      const menu = await openMenu(page);
      if (close === 'button') await menu.close.click();
      else await page.keyboard.press('Escape');
      await expect(menu.panel).toBeHidden();
    }
    await openMenu(page);
  });
});
