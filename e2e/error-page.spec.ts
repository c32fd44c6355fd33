import { expect, NARROW, test, untilHydrated, WIDE } from './fixtures.ts';

/** The title of the data router's own error page (product.md, section 2). */
const ERROR_TITLE = 'Unexpected Application Error!';

for (const viewport of [WIDE, NARROW]) {
  test.describe(`The router's default error page at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('appears when a page fails to render, and the other pages still work', async ({ page, consoleGuard }) => {
      consoleGuard.expectNoise(/Projetos cannot be rendered|Error handled by React Router/);
      // Breaks what walks the list of cards, from outside, so that the application stays as it is.
      await page.addInitScript(() => {
        const walk = Array.prototype.map;
        Array.prototype.map = function (this: unknown[], ...rest: Parameters<typeof walk>) {
          const isCards = this.some(
            (item) => typeof item === 'object' && item !== null && Object.values(item).includes('Projetos futuros...'),
          );
          if (isCards && 'breakCards' in window) throw new Error('Projetos cannot be rendered');
          return walk.apply(this, rest);
        } as typeof walk;
      });
      await page.goto('/projetos');
      await expect(page.getByRole('heading', { name: 'Projetos', exact: true, level: 1 })).toBeVisible();
      await page.goto('/inicio');
      // Before hydration a link leads to a new document, without `breakCards`.
      await untilHydrated(page);
      await page.evaluate(() => Object.assign(window, { breakCards: true }));

      const menuButton = page.getByRole('button', { name: 'Abrir menu' });
      if (await menuButton.isVisible()) await menuButton.click();
      await page.getByRole('link', { name: 'Projetos', exact: true }).filter({ visible: true }).click();

      await expect(page.getByRole('heading', { name: ERROR_TITLE })).toBeVisible();
      await expect(page).toHaveURL('/projetos');

      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: ERROR_TITLE })).toHaveCount(0);
    });

    test('appears for an address that the router does not know', async ({ page, consoleGuard }) => {
      consoleGuard.expectNoise(/location "\/nao-existe"|Error handled by React Router/);
      await page.goto('/inicio');
      await untilHydrated(page);

      await page.evaluate(() => {
        history.pushState(null, '', '/nao-existe');
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      });

      await expect(page.getByRole('heading', { name: ERROR_TITLE })).toBeVisible();

      await page.goBack();
      await expect(page.getByRole('heading', { name: ERROR_TITLE })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
}
