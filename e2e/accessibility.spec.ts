/** Tests with axe, Chromium's accessibility tree, the keyboard and forced colours. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { buildMessage, countdownText, fillIn, openContactForm, submit } from './contact-form.ts';
import { expect, NARROW, PAGES, test, untilHydrated, WIDE } from './fixtures.ts';

const PATHS = PAGES.map(({ path }) => path);

/** Rules of A and AA, and the contrast of AAA for body text (WCAG 1.4.6). */
async function findFaults(page: Page, rules = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast-enhanced': { enabled: true }, ...rules },
    })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/** axe waits on timers of its own: the clock advances by milliseconds until it is done, well within the countdown. */
async function findFaultsOnPausedClock(page: Page): Promise<string[]> {
  let isDone = false;
  const faults = findFaults(page).finally(() => {
    isDone = true;
  });
  while (!isDone) await page.clock.runFor(1);
  return faults;
}

interface TreeNode {
  role: string;
  name: string;
}

/** What Chromium tells a screen reader about the page, without texts and ignored nodes. */
async function readTree(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value ?? ''), name: String(name?.value ?? '') }));
}

test.describe('axe finds nothing, body text in AAA contrast included', () => {
  for (const path of [...PATHS, '/nao-existe', '/mensagem-enviada']) {
    test(`on ${path}, from 320 to 1920 px, light and dark`, async ({ page, consoleGuard }) => {
      consoleGuard.expectNoise(/Failed to load resource.*404/);
      await page.goto(path);
      for (const { width, colorScheme } of [
        { width: 320, colorScheme: 'light' },
        { width: 769, colorScheme: 'dark' },
        { width: 1920, colorScheme: 'light' },
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await findFaults(page), `${width} px, ${colorScheme}`).toEqual([]);
      }
    });
  }

  test('on a form that is filled in, and during the countdown', async ({ page }) => {
    await page.clock.install();
    const form = await openContactForm(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await fillIn(form, buildMessage());
    await expect(form.send).toBeEnabled();
    expect(await findFaultsOnPausedClock(page)).toEqual([]);

    await submit(page, form);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findFaultsOnPausedClock(page), colorScheme).toEqual([]);
    }
    await expect(page.getByText(/^Mensagem enviada! Aguarde/)).toBeVisible();
  });

  test('on the last page of projects, with the menu open, and in the theme that the visitor chose', async ({
    page,
  }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos');
    await page.getByRole('button', { name: 'Próximos projetos' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Projeto 5 de 5');
    expect(await findFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Tema escuro' }).click();
    expect(await findFaults(page)).toEqual([]);

    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  });

  test('in forced colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const path of PATHS) {
      await page.goto(path);
      // axe reads other colours than those that the browser paints here.
      const noContrast = { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: false } };
      expect(await findFaults(page, noContrast), path).toEqual([]);
    }
    // The menu has the colour of the page here, and so its edge alone sets it off.
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(page.getByRole('dialog')).toHaveCSS('border-left-width', '1px');
  });
});

test.describe("Chromium's accessibility tree", () => {
  test('has the landmarks of every page, its heading, and the name of everything that can be used', async ({
    page,
  }) => {
    await page.setViewportSize(WIDE);
    for (const path of PATHS) {
      await page.goto(path);
      const tree = await readTree(page);
      const roles = tree.map(({ role }) => role);
      for (const role of ['banner', 'navigation', 'main'])
        expect(
          roles.filter((found) => found === role),
          role,
        ).toHaveLength(1);
      const usable = tree.filter(({ role }) => ['link', 'button', 'textbox'].includes(role));
      expect(usable.length).toBeGreaterThan(5);
      // A link without an address has the role of text.
      for (const node of usable) expect(node.name, `${node.role} on ${path}`).not.toBe('');
      expect(tree.find(({ role }) => role === 'link')?.name).toBe('Pular para o conteúdo');
    }
  });

  test('says the countdown once, when it starts, and says when the form is back', async ({ page }) => {
    await page.clock.install();
    const form = await openContactForm(page);
    await fillIn(form, buildMessage());
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await form.send.click();
    const notice = page.getByText(countdownText(5), { exact: true });
    await expect(notice).toBeFocused();
    // A screen reader would read a live region at every change.
    expect(
      await notice.evaluate((element) => element.closest('[aria-live], [role="status"], [role="alert"]')),
    ).toBeNull();

    await page.clock.runFor(5000);
    await expect(page.getByRole('status').filter({ hasText: 'Chegou. Quer escrever outra?' })).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Envie uma mensagem...' })).toBeFocused();
  });
});

test('the keyboard goes through the contact page in its order, and what has the focus is always in sight', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  const form = await openContactForm(page);
  await fillIn(form, buildMessage());
  await page.getByRole('link', { name: 'Pular para o conteúdo' }).focus();

  const stops: string[] = [];
  for (let step = 0; step < 13; step += 1) {
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      // WCAG 2.4.11: at least part of it is in the window, and nothing covers that part.
      const visible = { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) };
      const isInSight = visible.bottom - visible.top > 20 && left >= 0 && right <= innerWidth;
      const hit = document.elementFromPoint((left + right) / 2, (visible.top + visible.bottom) / 2);
      const hasRing = getComputedStyle(element).outlineStyle !== 'none';
      const label = element.getAttribute('aria-label') ?? (element.getAttribute('name') || element.textContent);
      return {
        label: label?.trim() ?? '',
        isInSight,
        isOnTop: hit !== null && (element.contains(hit) || hit.contains(element)),
        hasRing,
      };
    });
    if (stop === null) throw new Error('The focus is nowhere.');
    expect(stop, stop.label).toMatchObject({ isInSight: true, isOnTop: true, hasRing: true });
    stops.push(stop.label);
    await page.keyboard.press('Tab');
  }
  expect(stops.map((label) => label.replace(/ ?\(abre em nova aba\)/, ''))).toEqual([
    'Pular para o conteúdo',
    'Início',
    'Sobre mim',
    'Contato',
    'Projetos',
    'Tema escuro',
    'name',
    'email',
    'text',
    'Enviar',
    'LinkedIn',
    'GitHub',
    'Dev do litoral',
  ]);
});

test('a long page ends in a way back to its top, where the menu is', async ({ page }) => {
  await page.setViewportSize(NARROW);
  const toTop = page.getByRole('link', { name: 'Voltar ao topo' });
  for (const path of PATHS) {
    await page.goto(path);
    await untilHydrated(page);
    await expect(toTop).not.toBeInViewport();
    await toTop.click();
    await expect.poll(() => page.evaluate(() => scrollY), path).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('everything that can be pressed is at least 24 px wide and high, or stands in a line of text', async ({
  page,
}) => {
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    for (const path of PATHS) {
      await page.goto(path);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a[href], button, input, textarea')]
          .filter((element) => element.checkVisibility() && element.closest('p, [aria-hidden=true]') === null)
          .filter((element) => getComputedStyle(element).clipPath === 'none')
          .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ text }) => text),
      );
      expect(small, path).toEqual([]);
    }
  }
});
