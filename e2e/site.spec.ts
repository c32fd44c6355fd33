import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { buildMessage, contactForm, fillIn, openContactForm, submit } from './contact-form.ts';
import { expect, NARROW, PAGES, test, WIDE } from './fixtures.ts';

const LINKS_IN_ORDER = PAGES.map(({ link }) => link);
const PATHS = PAGES.map(({ path }) => path);

/** The grid on Home, in this order, and the hosts that count as each technology's official site (product.md, section 2). */
const TECHNOLOGIES = [
  { name: /^Node\.?js/i, hosts: ['nodejs.org'] },
  { name: /^TypeScript/, hosts: ['www.typescriptlang.org'] },
  // JavaScript has no site of its own: its standard's, or the reference everybody uses.
  { name: /^JavaScript/, hosts: ['tc39.es', 'developer.mozilla.org'] },
  { name: /^React/, hosts: ['react.dev'] },
  { name: /^HTML5/, hosts: ['html.spec.whatwg.org'] },
  { name: /^CSS3/, hosts: ['www.w3.org'] },
  { name: /^MySQL/, hosts: ['www.mysql.com'] },
  { name: /^Docker/, hosts: ['www.docker.com'] },
  { name: /^MongoDB/, hosts: ['www.mongodb.com'] },
  { name: /^PostgreSQL/, hosts: ['www.postgresql.org'] },
  { name: /^Prisma/, hosts: ['www.prisma.io'] },
  { name: /^Python/, hosts: ['www.python.org'] },
  { name: /^Redux/, hosts: ['redux.js.org'] },
];

/** On About, in this order. */
const TOOLS = [
  'JavaScript',
  'TypeScript',
  'Python',
  'NodeJs',
  'HTML5',
  'CSS3',
  'React',
  'Redux',
  'Docker',
  'Tailwind',
  'MySQL',
  'MongoDB',
  'PostgreSQL',
  'Sequelize',
  'Prisma',
];

/** The texts of each list of the content, as a visitor reads them. */
function readLists(page: Page): Promise<string[][]> {
  return page
    .getByRole('main')
    .locator('ul, ol')
    .evaluateAll((lists) => lists.map((list) => [...list.children].map((item) => item.textContent.trim())));
}

/** What axe finds wrong by the rules of WCAG 2.0 to 2.2, A and AA; empty when nothing is. */
async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    // All in the page itself: the newer way opens a second page, for frames of other sites, which we have none of.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/** axe waits on timers of its own: the paused clock goes on a millisecond at a time until it is done, far from the countdown's end. */
async function findAccessibilityFaultsOnPausedClock(page: Page): Promise<string[]> {
  let isDone = false;
  const faults = findAccessibilityFaults(page).finally(() => {
    isDone = true;
  });
  while (!isDone) await page.clock.runFor(1);
  return faults;
}

test.describe('Addresses', () => {
  test('the bare address leads to /inicio', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/inicio');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  for (const path of ['/nao-existe', '/projetos/99', '/um/caminho/bem/fundo?x=1']) {
    test(`${path} is answered with 404 and a page in Portuguese that leads back to the four pages`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectNoise(/Failed to load resource.*404/);

      const answer = await page.goto(path);

      expect(answer?.status()).toBe(404);
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
      await expect(page).toHaveTitle(/não encontrada/i);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/não encontrada/i);
      const links = page.getByRole('main').getByRole('link');
      await expect(links).toHaveText(LINKS_IN_ORDER);
      await links.filter({ hasText: 'Contato' }).click();
      await expect(page).toHaveURL('/contato');
      await expect(contactForm(page).send).toBeDisabled();
    });
  }
});

for (const viewport of [WIDE, NARROW]) {
  test.describe(`At ${viewport.width} px`, () => {
    test.use({ viewport });

    test("every page has the header's links in order, and marks its own", async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        if (viewport === NARROW) await page.getByRole('button', { name: 'Abrir menu' }).click();

        const links = page.getByRole('navigation').getByRole('link').filter({ visible: true });
        await expect(links).toHaveText(LINKS_IN_ORDER);
        const marked = page.getByRole('navigation').locator('a[aria-current="page"]').filter({ visible: true });
        await expect(marked).toHaveCount(1);
        await expect(marked).toHaveAttribute('href', path);
      }
    });

    test('every page has one title, one description, one first heading, its landmarks, and is in Portuguese', async ({
      page,
    }) => {
      for (const path of PATHS) {
        await page.goto(path);

        await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
        await expect(page).toHaveTitle(/\S/);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('banner')).toHaveCount(1);
        await expect(page.getByRole('main')).toHaveCount(1);
        // In a narrow window the navigation waits behind the menu button.
        await expect(page.getByRole('navigation')).toHaveCount(viewport === WIDE ? 1 : 0);
        await expect(page.locator('head > title')).toHaveCount(1);
        await expect(page.locator('meta[name="description"]')).toHaveCount(1);
        await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S/);
      }
    });

    test('the footer is on About, Projects and Contact, and its logo leads to the owner in a new tab; Home has none', async ({
      page,
    }) => {
      for (const path of ['/sobremim', '/projetos', '/contato']) {
        await page.goto(path);
        const footer = page.getByRole('contentinfo');
        await expect(footer).toContainText('Desenvolvido por:');
        const link = footer.getByRole('link');
        await expect(link).toHaveCount(1);
        await expect(link.locator('img, svg')).toBeVisible();
        await expect(link).toHaveAttribute('href', /./);
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      }
      await page.goto('/inicio');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await expect(page.getByText('Desenvolvido por:')).toHaveCount(0);
    });

    test('Home says what the owner does, and its 13 icons lead to the official sites in new tabs', async ({ page }) => {
      await page.goto('/inicio');
      await expect(page.getByRole('main')).toContainText(/full-stack/i);

      const icons = page.getByRole('main').getByRole('list').getByRole('link');
      await expect(icons).toHaveCount(TECHNOLOGIES.length);
      for (const [index, { name, hosts }] of TECHNOLOGIES.entries()) {
        const icon = icons.nth(index);
        await expect(icon).toHaveAccessibleName(name);
        await expect(icon).toHaveAttribute('target', '_blank');
        await expect(icon).toHaveAttribute('rel', 'noopener noreferrer');
        await expect(icon.locator('svg, img')).toBeVisible();
        expect(hosts).toContain(new URL((await icon.getAttribute('href')) ?? '').host);
      }
    });

    test("About tells the owner's story and lists the tools in order", async ({ page }) => {
      await page.goto('/sobremim');

      expect(await readLists(page)).toContainEqual(TOOLS);
      await expect(page.getByRole('main')).toContainText('2022');
      await expect(page.getByRole('main')).toContainText(/sul do Brasil/);
    });

    test('every link to a new tab is closed to the page it opens, and says so to a screen reader', async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        const newTabs = page.locator('a[target]');
        await expect(newTabs.first()).toBeAttached();
        for (const link of await newTabs.all()) {
          await expect(link).toHaveAttribute('target', '_blank');
          await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
          if (await link.isVisible()) await expect(link).toHaveAccessibleName(/nova (aba|guia|janela)/);
        }
        const strangers = page.locator('a[href^="http"]:not([target="_blank"])');
        await expect(strangers, `links of ${path} to other sites`).toHaveCount(0);
      }
    });

    test('a header link shows its page without loading the site again, with title, heading, focus and history', async ({
      page,
    }) => {
      await page.goto('/inicio');
      await page.evaluate(() => Object.assign(window, { stillTheSameDocument: true }));
      const titles = new Set([await page.title()]);

      for (const { path, link } of PAGES.slice(1)) {
        const hamburger = page.getByRole('button', { name: 'Abrir menu' });
        if (viewport === NARROW) await hamburger.click();
        await page
          .getByRole('navigation')
          .getByRole('link', { name: link, exact: true })
          .filter({ visible: true })
          .click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
        await expect.poll(async () => titles.has(await page.title())).toBe(false);
        titles.add(await page.title());
      }
      expect(await page.evaluate(() => 'stillTheSameDocument' in window)).toBe(true);

      await page.goBack();
      await expect(page).toHaveURL('/contato');
      await expect(page.getByRole('heading', { name: 'Envie uma mensagem...' })).toBeVisible();
    });

    test('the first key of a keyboard user can skip to the content', async ({ page }) => {
      for (const path of PATHS) {
        await page.goto(path);
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: /Pular para o conteúdo/ })).toBeFocused();
        await page.keyboard.press('Enter');
        // The next stop lies in the content, behind the header's links.
        await page.keyboard.press('Tab');
        await expect.poll(() => page.evaluate(() => document.activeElement?.closest('header') ?? null)).toBeNull();
      }
    });
  });
}

test('no two pages share a title, a description or a first heading', async ({ page }) => {
  const seen = [];
  for (const path of PATHS) {
    await page.goto(path);
    seen.push({
      title: await page.title(),
      description: await page.locator('meta[name="description"]').getAttribute('content'),
      heading: await page.getByRole('heading', { level: 1 }).textContent(),
    });
  }
  for (const part of ['title', 'description', 'heading'] as const) {
    expect(new Set(seen.map((page) => page[part])), part).toHaveProperty('size', PATHS.length);
  }
});

test('no page scrolls sideways, down to the 320 px of WCAG 1.4.10', async ({ page }) => {
  for (const width of [WIDE.width, 769, 768, NARROW.width, 320]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content, `${path} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test.describe('axe finds nothing to complain about', () => {
  // At rest: a colour half-way through a transition is nobody's contrast.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  const colorSchemes = ['light', 'dark'] as const;

  for (const viewport of [WIDE, NARROW]) {
    test.describe(`at ${viewport.width} px, light and dark`, () => {
      test.use({ viewport });

      for (const path of [...PATHS, '/nao-existe']) {
        test(`on ${path}`, async ({ page, consoleGuard }) => {
          if (path === '/nao-existe') consoleGuard.expectNoise(/Failed to load resource.*404/);
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          for (const colorScheme of colorSchemes) {
            await page.emulateMedia({ colorScheme });
            expect(await findAccessibilityFaults(page), colorScheme).toEqual([]);
          }
        });
      }

      test('on a form that is filled in, and during the countdown', async ({ page }) => {
        await page.clock.install();
        const form = await openContactForm(page);
        await page.clock.pauseAt(Date.now() + 3_600_000);
        await fillIn(form, buildMessage());
        await expect(form.send).toBeEnabled();
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          expect(await findAccessibilityFaultsOnPausedClock(page), colorScheme).toEqual([]);
        }

        await submit(page, form);
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          expect(await findAccessibilityFaultsOnPausedClock(page), colorScheme).toEqual([]);
        }
        await expect(page.getByText(/^Mensagem enviada! Aguarde/)).toBeVisible();
      });
    });
  }

  test.describe(`at ${NARROW.width} px, light and dark`, () => {
    test.use({ viewport: NARROW });

    test('with the menu open', async ({ page }) => {
      await page.goto('/inicio');
      await page.getByRole('button', { name: 'Abrir menu' }).click();
      await expect(page.getByRole('button', { name: 'Fechar menu' })).toBeVisible();
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect(await findAccessibilityFaults(page), colorScheme).toEqual([]);
      }
    });
  });
});

for (const viewport of [WIDE, NARROW]) {
  test.describe(`Without JavaScript at ${viewport.width} px`, () => {
    test.use({ viewport, javaScriptEnabled: false });

    test('the bare address leads to /inicio', async ({ page }) => {
      await page.goto('/');
      await expect(page).toHaveURL('/inicio');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    test('every technology has its icon', async ({ page }) => {
      await page.goto('/inicio');
      const icons = page.getByRole('main').locator('li svg').filter({ visible: true });
      await expect(icons).toHaveCount(13);
      await expect(icons.locator('use[href*="technology-icons"]')).toHaveCount(13);
    });

    test('the header leads from every page to every page', async ({ page }) => {
      for (const from of PATHS) {
        for (const { path, link } of PAGES) {
          await page.goto(from);
          await page
            .getByRole('navigation')
            .getByRole('link', { name: link, exact: true })
            .filter({ visible: true })
            .click();
          await expect(page).toHaveURL(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        }
      }
    });

    test('the texts, the icons and all five cards are there', async ({ page }) => {
      await page.goto('/inicio');
      await expect(page.getByRole('main').getByRole('list').getByRole('link').filter({ visible: true })).toHaveCount(
        TECHNOLOGIES.length,
      );
      await page.goto('/sobremim');
      expect(await readLists(page)).toContainEqual(TOOLS);
      await page.goto('/projetos');
      await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(5);
      await expect(page.getByText('acesse o repositório').filter({ visible: true })).toHaveCount(4);
      await expect(page.getByText('Projetos futuros...')).toBeVisible();
    });

    test('the form is posted as any form, answered by a page in Portuguese, and the message is stored', async ({
      page,
      storedMessages,
    }) => {
      const message = buildMessage({ name: 'Sem Script 🎉', text: 'Ação, coração & pão = 100% “olá” + مرحبا' });
      await page.goto('/contato');
      const form = contactForm(page);
      await expect(form.send).toBeEnabled();
      await fillIn(form, message);

      await form.send.click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensagem enviada!');
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
      await expect(page.getByRole('main').getByRole('link', { name: 'Início' })).toBeVisible();
      expect(await storedMessages.from(message.email)).toEqual([message]);
    });
  });
}
