import type { Page } from '@playwright/test';
import { buildMessage, contactForm, fillIn } from './contact-form.ts';
import { expect, NARROW, PAGES, test, untilHydrated, WIDE } from './fixtures.ts';

const LINKS_IN_ORDER = PAGES.map(({ link }) => link);
const PATHS = PAGES.map(({ path }) => path);

/** In this order. Each technology with the hosts that count as its official site (product.md, section 2). */
const TECHNOLOGIES = [
  { name: /^Node\.?js/i, hosts: ['nodejs.org'] },
  { name: /^TypeScript/, hosts: ['www.typescriptlang.org'] },
  // JavaScript has no site of its own: its standard's, or the usual reference.
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

function readLists(page: Page): Promise<string[][]> {
  return page
    .getByRole('main')
    .locator('ul, ol')
    .evaluateAll((lists) => lists.map((list) => [...list.children].map((item) => item.textContent.trim())));
}

test.use({ viewport: WIDE });

test.describe('Addresses', () => {
  test('the bare address leads to /inicio', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/inicio');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('an unknown one is answered with 404 and a page in Portuguese that leads back to the four pages', async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.expectNoise(/Failed to load resource.*404/);

    const answer = await page.goto('/um/caminho/bem/fundo?x=1');

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
});

test("every page has the header's links in order, and marks its own", async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    const links = page.getByRole('navigation').getByRole('link').filter({ visible: true });
    await expect(links).toHaveText(LINKS_IN_ORDER);
    const marked = page.getByRole('navigation').locator('a[aria-current="page"]').filter({ visible: true });
    await expect(marked).toHaveCount(1);
    await expect(marked).toHaveAttribute('href', path);
  }
});

test('every page is in Portuguese, and has its landmarks and one title, description and first heading of its own', async ({
  page,
}) => {
  const seen: Record<'title' | 'description' | 'heading', Set<string>> = {
    title: new Set(),
    description: new Set(),
    heading: new Set(),
  };
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    for (const landmark of ['banner', 'main', 'navigation'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1);
    }
    const parts = {
      title: page.locator('head > title'),
      description: page.locator('meta[name="description"]'),
      heading: page.getByRole('heading', { level: 1 }),
    };
    for (const part of ['title', 'description', 'heading'] as const) {
      await expect(parts[part], `${part} of ${path}`).toHaveCount(1);
      const text = (await parts[part].getAttribute('content')) ?? (await parts[part].textContent()) ?? '';
      expect(text.trim(), `${part} of ${path}`).not.toBe('');
      seen[part].add(text);
    }
  }
  for (const [part, texts] of Object.entries(seen)) expect(texts.size, part).toBe(PATHS.length);
});

test('the footer is on About, Projects and Contact, and its logo leads to the owner in a new tab; Home has none', async ({
  page,
}) => {
  for (const path of ['/sobremim', '/projetos', '/contato']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Desenvolvido por:');
    const link = footer.getByRole('link').filter({ hasNotText: 'Voltar ao topo' });
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
    const links = await page.locator('a[target], a[href^="http"]').evaluateAll((elements) =>
      elements.map((link) => ({
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
        saysSo: /nova (aba|guia|janela)/.test(link.getAttribute('aria-label') ?? link.textContent),
      })),
    );
    expect(links, path).not.toEqual([]);
    for (const link of links) {
      expect(link, path).toEqual({ target: '_blank', rel: 'noopener noreferrer', saysSo: true });
    }
  }
});

test('a header link shows its page without loading the site again, with title, heading, focus and history', async ({
  page,
}) => {
  await page.goto('/inicio');
  // Before hydration the browser follows links by itself.
  await untilHydrated(page);
  await page.evaluate(() => Object.assign(window, { stillTheSameDocument: true }));
  const titles = new Set([await page.title()]);

  for (const { path, link } of PAGES.slice(1)) {
    await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).filter({ visible: true }).click();
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
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('header') ?? null)).toBeNull();
  }
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const viewport of [WIDE, NARROW]) {
    test(`at ${viewport.width} px the header of every page leads to every page`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await expect(page).toHaveURL('/inicio');
      for (const { path, link } of PAGES.toReversed()) {
        const links = page.getByRole('navigation').getByRole('link').filter({ visible: true });
        await expect(links).toHaveText(LINKS_IN_ORDER);
        await links.filter({ hasText: link }).click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
    });
  }

  test('the texts, the icons and all five cards are there', async ({ page }) => {
    await page.goto('/inicio');
    const technologies = page.getByRole('main').getByRole('list').getByRole('link').filter({ visible: true });
    await expect(technologies).toHaveCount(TECHNOLOGIES.length);
    const icons = page.getByRole('main').locator('li svg').filter({ visible: true });
    await expect(icons.locator('use[href*="technology-icons"]')).toHaveCount(TECHNOLOGIES.length);
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
