import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';
import { PAGES } from './fixtures.ts';
import { writeFullContent, writeSmallContent } from './fork-content.ts';
import { serveSite } from './serve-site.ts';

const TOP = fileURLToPath(new URL('..', import.meta.url));
/** From the 320 px of WCAG 1.4.10, and on both sides of every breakpoint. */
const WIDTHS = [320, 390, 479, 481, 768, 769, 959, 1023, 1025, 1263, 1264, 1920, 2560];

interface Fork {
  origin: string;
  folder: string;
  printed: string;
}

/** Builds the site from other content and serves it. */
const test = base.extend<object, { build: (writeContent: (folder: string) => Promise<void> | void) => Promise<Fork> }>({
  build: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-fork-'));
      const closers: (() => void)[] = [];
      await use(async (writeContent) => {
        const here = mkdtempSync(path.join(folder, 'fork-'));
        await writeContent(path.join(here, 'content'));
        const build = spawnSync(process.execPath, ['--import', 'tsx', 'client/build/build.ts'], {
          cwd: TOP,
          env: {
            PATH: process.env['PATH'],
            PORTFOLIO_NO_ENV_FILE: '1',
            SITE_URL: 'https://exemplo.test',
            CONTENT_DIR: path.join(here, 'content'),
            SITE_DIR: path.join(here, 'site'),
          },
          encoding: 'utf8',
        });
        const printed = build.stdout;
        if (build.status !== 0)
          throw new Error(`The build ended with ${build.signal ?? build.status}: ${printed}${build.stderr}`);
        const { origin, close } = await serveSite(path.join(here, 'site'));
        closers.push(close);
        return { origin, folder: path.join(here, 'site'), printed };
      });
      for (const close of closers) close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

test.use({ launchOptions: chromiumLaunchOptions(0) });

/** Texts and pictures that are drawn over each other, and what is wider than the window; nothing, if all is well. */
function findCollisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes: { what: string; block: Element | null; box: DOMRect }[] = [];
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const isText =
        element !== null &&
        node.textContent?.trim() &&
        !element.closest('script, style, noscript, dialog, svg, [aria-hidden], [href="#conteudo"]');
      // Text for screen readers only has a box of one pixel.
      if (!isText || !isShown(element) || element.getBoundingClientRect().width <= 1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const block = element.closest('h1, h2, h3, p, li, dt, dd, button, label, legend, nav');
      for (const box of range.getClientRects()) boxes.push({ what: node.textContent?.slice(0, 40) ?? '', block, box });
    }
    for (const image of document.querySelectorAll('main img')) {
      if (isShown(image))
        boxes.push({ what: image.getAttribute('alt') ?? '', block: image, box: image.getBoundingClientRect() });
    }
    const collisions = boxes.flatMap(({ what, block, box }, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width <= 2 || height <= 4) return [];
        const isNested = block === other.block || block?.contains(other.block) || other.block?.contains(block);
        return isNested ? [] : [`"${what}" and "${other.what}" overlap`];
      }),
    );
    const holes = [...document.querySelectorAll('article')].filter(isShown).flatMap((card) => {
      // Links stand at the bottom.
      const parts = [...card.children]
        .slice(0, -1)
        .filter(isShown)
        .map((part) => part.getBoundingClientRect())
        .toSorted((one, other) => one.top - other.top);
      let bottom = parts[0]?.top ?? 0;
      return parts.flatMap((box) => {
        const gap = box.top - bottom;
        bottom = Math.max(bottom, box.bottom);
        return gap > 60 ? [`a hole of ${Math.round(gap)} px in "${card.textContent?.slice(0, 40)}"`] : [];
      });
    });
    const isTooWide = document.documentElement.scrollWidth > innerWidth;
    const outside = boxes
      .filter(({ box }) => box.right > innerWidth + 1 || box.left < -1)
      .map(({ what }) => `"${what}" leaves the window`);
    return [...(isTooWide ? ['the page scrolls sideways'] : []), ...outside, ...holes, ...collisions];
  });
}

async function expectRoom(page: Page, origin: string, widths: number[]) {
  for (const { path: address } of PAGES) {
    await page.goto(origin + address);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findCollisions(page), `${address} at ${width} px`).toEqual([]);
    }
  }
}

/** How wide the cards of a row are, and where it ends, px. */
async function measureRow(page: Page) {
  const cards = page.getByRole('article').filter({ visible: true });
  const boxes = await cards.evaluateAll((row) => row.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
  return {
    widths: new Set(boxes.map(({ width }) => Math.round(width))),
    end: Math.max(...boxes.map(({ right }) => Math.round(right))),
  };
}

/** The words that take more than a line. */
function findBrokenWords(text: Locator): Promise<string[]> {
  return text.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      for (const { 0: word, index } of String(texts.currentNode.textContent).matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** Of the whole visit (https://web.dev/articles/cls). */
function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) sum += Number(Reflect.get(shift, 'value'));
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is called in a task of its own.
        setTimeout(() => resolve(sum), 200);
      }),
  );
}

/** Of the projects 1, 6 and 7. */
async function expectStories(page: Page, origin: string) {
  const toStory = page.getByRole('article').filter({ visible: true }).getByRole('link', { name: 'como foi feito' });
  const works = page.getByRole('region', { name: 'Alguns projetos' });
  const story = page.getByRole('region', { name: /: como foi feito$/ });
  const heading = story.getByRole('heading');
  await page.getByRole('button', { name: 'Próximos projetos' }).click();
  await expect(page.getByRole('status')).toHaveText('Projetos 5 a 8 de 11');
  await expect(toStory).toHaveCount(2);
  // What came of it is in the card, and begins the story, which a link opens below the cards, and a step back or a turn closes.
  const card = page.locator('#projeto-7');
  await expect(card.getByText('O resultado.')).toBeVisible();
  await expect(card.getByText(/^Tela e .*, 2019$/)).toBeVisible();
  await expect(card.locator('li p')).toHaveCSS('font-weight', '700');
  await expect(card.getByText('Fim.')).toHaveCount(0);
  await expect(story).toHaveCount(0);
  // The page glides to it, but for who wants no motion.
  await toStory.last().focus();
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await toStory.last().press('Enter');
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  // The link says in its card that it is open.
  await expect(toStory.and(page.locator('[aria-expanded="true"]'))).toHaveAccessibleName(/ 6$/);
  await expect(story.getByText('O resultado.')).toBeVisible();
  await expect(story.getByText('Fim.')).toBeVisible();
  // Without a picture of its own it shows its card's.
  await expect(story.getByRole('img')).toHaveAccessibleName('Tela 7.');
  await expect(page.getByRole('status')).toHaveText('Projetos 5 a 8 de 11');
  await page.goBack();
  await expect(story).toHaveCount(0);
  await expect(toStory.last()).toBeInViewport();
  await toStory.first().press('Enter');
  await expect(heading).toHaveText('Projeto 5: como foi feito');
  // It leads to the next, and to the cards of all.
  await expect(page.getByText('Todos:').getByRole('link')).toHaveCount(11);
  await story.getByRole('link', { name: /^próximo: / }).click();
  await expect(heading).toHaveText(/ 6: como foi feito$/);
  await story.getByRole('link', { name: /^próximo: / }).click();
  // After the last one the first.
  await expect(heading).toHaveText(/ 0: como foi feito$/);
  await expect(heading).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('Projetos 1 a 4 de 11');
  await page.goBack();
  await page.goBack();
  await expect(heading).toHaveText('Projeto 5: como foi feito');
  // Its only paragraph is no result, and so its card says all lines, and it says none again.
  await expect(page.locator('#projeto-6').getByText('Fim.')).toBeVisible();
  await expect(story.getByText('O problema.')).toBeVisible();
  await expect(story.getByText('Fim.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Próximos projetos' }).click();
  await expect(page.getByRole('status')).toHaveText('Projetos 9 a 11 de 11');
  await expect(story).toHaveCount(0);
  // The address of a story comes with the card's page, whether the page is loaded for it or not.
  for (const from of [`${origin}/projetos`, 'about:blank']) {
    await page.goto(from);
    await page.goto(`${origin}/projetos#historia-7`);
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
  }
  await expect(page.getByRole('status')).toHaveText('Projetos 5 a 8 de 11');
  // It leads to what the project has, as its card does, and back to that.
  await expect(story.getByRole('link', { name: 'veja o projeto' })).toHaveAttribute('href', 'https://6.exemplo.com/');
  const toCard = story.getByRole('link', { name: 'fechar' });
  await page.emulateMedia({ media: 'print' });
  await expect(story.getByText('O problema.')).toBeVisible();
  await expect(toStory.or(toCard)).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await toCard.click();
  await expect(story).toHaveCount(0);
  // And so does the link that opened it.
  await toStory.last().press('Enter');
  await expect(heading).toBeFocused();
  await toStory.last().press('Enter');
  await expect(story).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Projetos 5 a 8 de 11');
  await expect(card.getByRole('link').first()).toBeFocused();
  await expect(card.getByRole('img')).toBeInViewport({ ratio: 1 });
  // Its own picture is larger than its card's, and beside the words.
  await page.goto(`${origin}/projetos#historia-1`);
  await expect(heading).toBeFocused();
  // No links of cards stand above it without their titles.
  await expect(toStory.first()).not.toBeInViewport();
  const picture = story.getByRole('img');
  await expect(picture).toHaveAccessibleName('O que mudou.');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400);
  const [large, small] = [await picture.boundingBox(), await page.locator('#projeto-1 img').boundingBox()];
  expect(large?.width).toBeGreaterThan(1.4 * Number(small?.width));
  const words = await story.getByText('O resultado.').boundingBox();
  expect(Math.abs(Number(words?.y) - Number(large?.y))).toBeLessThan(32);
  // Without scripts all are there.
  const bare = await page.context().browser()?.newPage({ javaScriptEnabled: false });
  await bare?.goto(`${origin}/projetos`);
  const stories = bare?.getByRole('region', { name: /: como foi feito$/ }) ?? story;
  await expect(stories).toHaveCount(3);
  await expect(stories.getByRole('img')).toHaveCount(1);
  const [title, lead] = [stories.first().getByRole('heading'), stories.first().getByText('O resultado.')];
  expect((await lead.boundingBox())?.x).toBe((await title.boundingBox())?.x);
  await bare?.setViewportSize({ width: 390, height: 740 });
  await expect(bare?.getByRole('link', { name: 'Outros 7 projetos' }) ?? story).toBeVisible();
  await bare?.close();
  // A link in a text leads to a card, which has the focus.
  await page.goto(`${origin}/inicio`);
  // They come with the script.
  await expect(works.locator('img')).toHaveCount(3);
  // No wave that stood in its place shows through it at night.
  await expect(works.locator('img').first()).toHaveCSS('mask-image', 'none');
  await expect(works.locator('div:has(> picture)').first()).toHaveCSS('mask-image', /gradient/);
  await page.getByRole('link', { name: 'Sobre mim' }).first().click();
  await page.getByRole('link', { name: 'sétimo' }).click();
  await expect(page.locator('#projeto-7').getByRole('link').first()).toBeFocused();
  // A card on Home leads to its story, and to what its text links to.
  await page.goto(`${origin}/inicio`);
  await expect(works.locator('img')).toHaveCount(3);
  const links = await works
    .locator('h3 ~ :has(> a)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(links.length).toBeGreaterThan(1);
  expect(new Set(links).size).toBe(1);
  await works.getByRole('link', { name: 'como foi feito' }).click();
  await expect(heading).toBeFocused();
  await page.goto(`${origin}/inicio`);
  await works.getByRole('link', { name: /^link/ }).first().click({ trial: true });
  await expect(works.getByRole('link', { name: 'veja o projeto – Projeto 1' })).toHaveAttribute('target', '_blank');
  await page.getByText('React, Hipopoto').click({ force: true });
  await expect(page).toHaveURL(/#historia-1$/);
  await expectStoriesInCards(page, origin);
}

/** Where all cards are listed a story is in its card, as it would be far below. */
async function expectStoriesInCards(page: Page, origin: string) {
  await page.setViewportSize({ width: 768, height: 740 });
  await page.goto(`${origin}/projetos`);
  await expect(page.locator('summary')).toHaveCount(3);
  // It has the whole row, and the next two cards stand beside each other.
  await page.locator('summary').first().click();
  const widths = [page.locator('details').first(), page.locator('ul:has(> li > article)').first()].map(
    async (part) => (await part.boundingBox())?.width,
  );
  expect(await widths[0]).toBe(await widths[1]);
  const tops = ['#projeto-2', '#projeto-3'].map(async (card) => (await page.locator(card).boundingBox())?.y);
  expect(await tops[0]).toBe(await tops[1]);
  expect(await findCollisions(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 740 });
  const [first, second] = [page.locator('#projeto-1'), page.locator('#projeto-7')];
  const story = second.getByText('O problema.');
  await expect(page.locator('summary')).toHaveText([/^como foi feito/, /^como foi feito/, /^como foi feito/]);
  await expect(page.getByRole('link', { name: 'Como foi feito' })).toHaveCount(0);
  await expect(second.getByText('O resultado.')).toBeVisible();
  await expect(story).toBeHidden();
  await second.getByText('como foi feito').click();
  await expect(story).toBeVisible();
  // The repository is one of the links at its end, and no longer beside it.
  await expect(second.getByRole('link', { name: 'acesse o repositório' })).toHaveCount(1);
  expect(await findCollisions(page)).toEqual([]);
  await second.getByRole('link', { name: 'volte ao projeto' }).click();
  await expect(second.getByRole('heading').getByRole('link')).toBeFocused();
  // An address leads to it, whether the page is loaded for it or not, and so does Home.
  await page.goto('about:blank');
  await page.goto(`${origin}/projetos#historia-7`);
  await expect(story).toBeInViewport();
  await expect(second.getByRole('heading')).toBeInViewport({ ratio: 1 });
  await expect(second.getByRole('heading')).toBeFocused();
  await expect(page.getByRole('heading', { name: /: como foi feito$/ })).toHaveCount(0);
  await page.goto(`${origin}/inicio`);
  const works = page.getByRole('region', { name: 'Alguns projetos' });
  await expect(works.locator('img')).toHaveCount(3);
  await works.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await expect(first.getByText('O problema.')).toBeInViewport();
  await expect(first.getByRole('img', { name: 'O que mudou.' })).toBeVisible();
  // The one that comes from Home: two of one name would end the change of pages.
  const names = (images: Element[]) => images.map((image) => getComputedStyle(image).viewTransitionName);
  expect(await first.locator('img').evaluateAll(names)).toEqual(['picture', 'none']);
  await expect(first.getByRole('heading')).toBeFocused();
  await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto(`${origin}/projetos`);
}

/** How many technologies stand in each row, that is, at each height: a wave would divide a row. */
function countTechnologies(page: Page): Promise<number[]> {
  return page.locator('[data-technology]').evaluateAll((items) => {
    const rows = items.map((item) => (item as HTMLElement).offsetTop);
    return [...new Set(rows)].map((row) => rows.filter((other) => other === row).length);
  });
}

test('a fork with every slot filled to the brim has room for all of it at every width', async ({ page, build }) => {
  const { origin, folder, printed } = await build(writeFullContent);
  await expectRoom(page, origin, WIDTHS);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${origin}/inicio`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maria Antonieta');
  for (const fact of ['Santa Catarina', 'desde 2009', 'aberta a propostas'])
    await expect(page.getByRole('main')).toContainText(fact);
  // Fourteen technologies: no row has one alone, and none is carried into the next one.
  expect(await countTechnologies(page)).toEqual([7, 7]);
  await page.setViewportSize({ width: 640, height: 800 });
  expect(await countTechnologies(page)).toEqual([5, 5, 4]);
  for (const width of [360, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('link', { name: 'LinkedIn' })).toHaveAccessibleName('LinkedIn (abre em nova aba)');
    // The sun lies over no link.
    const sun = await page.locator('main circle').boundingBox();
    for (const name of ['Fale comigo', 'Currículo', 'LinkedIn', 'Email']) {
      const link = await page.getByRole('main').getByRole('link', { name }).first().boundingBox();
      const isBeside = Number(link?.x) + Number(link?.width) <= Number(sun?.x);
      const isAbove = Number(link?.y) + Number(link?.height) <= Number(sun?.y);
      expect(isBeside || isAbove, `${name} at ${width} px`).toBe(true);
    }
  }
  // The ring of a link that has the focus lies over none of its letters.
  const margins = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => getComputedStyle(link))
        .map(({ outlineOffset, paddingInlineStart }) => parseFloat(outlineOffset) + parseFloat(paddingInlineStart)),
    );
  expect(Math.min(...margins)).toBeGreaterThanOrEqual(0);
  await expect(page.getByRole('link', { name: 'Currículo' })).toHaveAttribute('href', '/curriculo.pdf');
  expect((await page.request.get(`${origin}/curriculo.pdf`)).headers()['content-type']).toBe('application/pdf');
  await page.goto(`${origin}/sobremim`);
  for (const name of ['Currículo', 'LinkedIn', 'Email'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeInViewport();
  await expect(page.getByRole('heading', { name: /^(?:Todo dia|Também uso)$/ })).toHaveText(['Todo dia', 'Também uso']);
  await expect(page.getByRole('heading', { name: 'Todo dia' }).locator('+ ul')).toContainText('Vela');
  await expect(page.getByText('Vela', { exact: true })).toHaveCount(1);
  // In a wide window a period stands at the end of its role's line, and every heading beside what it is about.
  const role = await page.getByRole('heading', { name: 'Engenheira de' }).boundingBox();
  const period = await page.getByText('2015 até hoje').boundingBox();
  expect(Number(period?.x)).toBeGreaterThan(Number(role?.x) + 100);
  expect(Number(period?.y)).toBeLessThan(Number(role?.y) + Number(role?.height));
  for (const [heading, other] of [
    ['Experiência', 'Engenheira de'],
    // The only text below.
    ['Curto', 'Só isto'],
    ['Ferramentas', 'Todo dia'],
  ] as const) {
    const [left, right] = [heading, other].map((name) => page.getByRole('main').getByText(name));
    const [box, otherBox] = [await left?.boundingBox(), await right?.boundingBox()];
    expect(Number(otherBox?.x)).toBeGreaterThan(Number(box?.x) + 200);
    expect(Number(otherBox?.y)).toBeLessThan(Number(box?.y) + Number(box?.height));
  }
  // In a window that is too low for a card that leads.
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.goto(`${origin}/projetos`);
  await expect(page.getByRole('status')).toHaveText('Projetos 1 a 4 de 11');
  await expectStories(page, origin);
  // A page of cards that an address names takes the place of the first one.
  await page.goto(`${origin}/projetos?pagina=3`);
  await expect(page.getByRole('status')).toHaveText('Projetos 9 a 11 de 11');
  const below = page.locator('main > div').last();
  const top = (await below.boundingBox())?.y;
  await page.getByRole('button', { name: 'Projetos anteriores' }).click();
  await expect(page.getByRole('status')).toHaveText('Projetos 5 a 8 de 11');
  await expect.poll(async () => (await below.boundingBox())?.y).toBe(top);
  // Text of twice its size cuts nothing off in a wide window either, which lays the page out as before (WCAG 1.4.4).
  await page.goto(`${origin}/inicio`);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await findCollisions(page)).toEqual([]);
  await page.goto(`${origin}/projetos`);
  // The last three are as wide as all others.
  const first = await measureRow(page);
  // Pictures that do not arrive make no card wider.
  await page.route(/\.(avif|jpg|png)$/, (route) => route.abort());
  await page.reload();
  const missing = page.getByRole('article').filter({ visible: true }).locator('img');
  await expect
    .poll(() => missing.evaluateAll((images: HTMLImageElement[]) => images.filter(({ complete }) => complete).length))
    .toBe(4);
  expect(await measureRow(page)).toEqual(first);
  await page.unroute(/\.(avif|jpg|png)$/);
  // In their place are waves, and they come once the connection is back.
  await expect(missing.first()).toHaveCSS('background-image', /svg/);
  const reconnect = (image: HTMLImageElement) => dispatchEvent(new Event('online')) && image.naturalWidth;
  await expect.poll(() => missing.first().evaluate(reconnect)).toBeGreaterThan(0);
  await expect(missing.first()).toHaveCSS('background-image', 'none');
  for (const position of ['Projetos 5 a 8 de 11', 'Projetos 9 a 11 de 11']) {
    await page.getByRole('button', { name: 'Próximos projetos' }).click();
    await expect(page.getByRole('status')).toHaveText(position);
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
    const row = await measureRow(page);
    expect(row.widths).toEqual(first.widths);
    // The last page has three.
    if (position.startsWith('Projetos 5')) expect(row.end).toBe(first.end);
  }
  // The names of all, those in sight without a line; one leads to its card.
  const names = page.getByRole('paragraph').filter({ hasText: 'Todos:' }).getByRole('link');
  await expect(names).toHaveCount(11);
  await expect(names.and(page.locator('[aria-current]'))).toHaveText([/ 8$/, / 9$/, / 10$/]);
  await names.nth(1).click();
  await expect(page.getByRole('status')).toHaveText('Projetos 1 a 4 de 11');
  await expect(page.locator('#projeto-2').getByRole('link').first()).toBeFocused();
  // Both columns of Contato end on one line, also where that of the profiles is higher.
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`${origin}/contato`);
  const ends = await page
    .locator('main section, main fieldset > :last-child')
    .evaluateAll((columns) => columns.map((column) => Math.round(column.getBoundingClientRect().bottom)));
  expect(ends).toHaveLength(2);
  expect(ends[0]).toBe(ends[1]);
  // On a phone four pictures are as wide as the page, the others stand beside the text, and all lead where the title leads.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${origin}/projetos`);
  // They come with the script, which moves nothing.
  await expect(page.locator('summary')).toHaveCount(3);
  expect(await readLayoutShift(page)).toBeLessThan(0.0001);
  const shapes = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => {
      const { width, height } = getComputedStyle(article.querySelector('h2 a') as Element, '::after');
      const image = article.querySelector('img') as Element;
      return {
        image: [image.clientWidth, image.clientHeight],
        target: article.querySelector('h2 a[href]') ? [width, height].map(parseFloat).map(Math.round) : null,
        room: Number(article.parentElement?.clientWidth),
      };
    }),
  );
  expect(shapes).toHaveLength(11);
  const others = page.locator('p').filter({ hasText: 'Outros 7 projetos' });
  const between = Number((await others.boundingBox())?.y);
  expect(between).toBeGreaterThan(Number((await page.locator('#projeto-4').boundingBox())?.y));
  expect(between).toBeLessThan(Number((await page.locator('#projeto-5').boundingBox())?.y));
  for (const [index, { image, target, room }] of shapes.entries()) {
    if (index < 4) expect(image[0]).toBe(room);
    else expect(image[0]).toBeLessThan(room / 2);
    expect(target ?? image).toEqual(image);
  }
  // The list is long.
  // With larger text the link to them is below the heading (WCAG 1.4.4).
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await findCollisions(page)).toEqual([]);
  // There is no room for a word beside a picture.
  const fifth = page.locator('#projeto-5 img');
  expect((await fifth.boundingBox())?.width).toBe((await page.locator('#projeto-5').boundingBox())?.width);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.getByRole('link', { name: 'Outros 7 projetos' }).click();
  await expect(others).toBeInViewport({ ratio: 1 });
  await expect(others).toBeFocused();
  await page.goBack();
  const picture = page.getByRole('img', { name: 'Tela 1.' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  // On paper all pictures of cards have one size, whether they were in the first screen or not.
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(async () => {
      const sizes = await page
        .locator('article img:not(details *)')
        .evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => `${clientWidth} x ${clientHeight}`));
      return { pictures: sizes.length, sizes: new Set(sizes).size };
    })
    .toEqual({ pictures: 11, sizes: 1 });
  await page.emulateMedia({ media: null });
  // Not the picture as it came from the camera.
  const published = readdirSync(path.join(folder, 'assets')).filter((name) => /paisagem|tela|retrato/.test(name));
  expect(published).toEqual([]);
  expect(printed).toMatch(/^Fotos cortadas ao meio, .*: paisagem\.jpg, pequena\.gif, retrato\.webp, tela\.png$/m);
  expect(printed).not.toContain('Links que faltam');
  expect(printed).not.toContain('Ainda como veio');
  expect(readFileSync(path.join(folder, 'favicon.svg'), 'utf8')).not.toContain('#f0743f');
});

test('a fork with the least content has no empty lists and no holes', async ({ page, build }) => {
  const { origin } = await build((folder) => writeSmallContent(folder, 1));
  await expectRoom(page, origin, [320, 769, 2560]);
  for (const { path: address } of PAGES) {
    await page.goto(origin + address);
    await expect(page.locator('main :is(ul, ol, dl):empty')).toHaveCount(0);
  }
  await page.goto(`${origin}/projetos`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Os primeiros projetos chegam em breve.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Próximos projetos' })).toHaveCount(0);
});

test('a name stays in one line, and so do what one is, and a compound; an e-mail has one of its own, and two or three projects fill their row', async ({
  page,
  build,
}) => {
  const name = 'Ana Beatriz Souza Lima';
  const contact = { email: 'ana@exemplo.com.br', gitHub: 'https://github.com/ana' };
  const { origin } = await build((folder) =>
    writeSmallContent(folder, 2, { name, headline: 'dev web full-stack sênior', ...contact }),
  );
  await page.goto(`${origin}/inicio`);
  const countLines = (text: string) =>
    page
      .getByText(text, { exact: true })
      .evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Olá! Eu sou ${name}, dev web full-stack sênior.`);
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const headline = width > 1000 ? ['dev web full-stack sênior.'] : [];
    for (const unbroken of [`${name},`, 'full-stack', ...headline])
      expect(await countLines(unbroken), `${unbroken} at ${width} px`).toBe(1);
  }

  await page.goto(`${origin}/contato`);
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const email = await page.getByRole('link', { name: contact.email }).boundingBox();
    const profile = await page.getByRole('link', { name: 'GitHub' }).boundingBox();
    expect(Number(email?.y) + Number(email?.height), `at ${width} px`).toBeLessThanOrEqual(Number(profile?.y));
  }

  await page.goto(`${origin}/projetos`);
  const [main, one, two] = await Promise.all(
    [page.getByRole('heading', { level: 1 }), page.getByRole('article').first(), page.getByRole('article').last()].map(
      (locator) => locator.boundingBox(),
    ),
  );
  expect(one?.x).toBe(main?.x);
  expect(two?.y).toBe(one?.y);
  const end = Math.round(Number(main?.x) + Number(main?.width));
  expect(Math.round(Number(two?.x) + Number(two?.width))).toBe(end);
  const fork = await build((folder) => writeSmallContent(folder, 3));
  await page.goto(`${fork.origin}/projetos`);
  const three = await page.getByRole('article').last().boundingBox();
  expect(Math.round(Number(three?.x) + Number(three?.width))).toBe(end);
});

for (const { name, headline } of [
  { name: 'Bruno Carvalho', headline: undefined },
  { name: 'Antonieta Vasconcelos', headline: 'engenheira de software full-stack' },
])
  test(`the heading of ${name} takes two lines, which end above the sun, and the sea is in the first screen below all facts`, async ({
    page,
    build,
  }) => {
    const { origin } = await build((folder) => {
      writeSmallContent(folder, 0, {
        name,
        headline,
        place: 'Florianópolis, Santa Catarina',
        since: 'desde 2016',
        availability: 'aberta a propostas, remoto ou híbrido',
        email: 'ola@exemplo.com.br',
        linkedIn: 'https://www.linkedin.com/in/ola',
        gitHub: 'https://github.com/ola',
      });
      const paragraph = 'Há dez anos faço sistemas internos que as pessoas não têm medo de abrir: estoque, agenda.';
      writeFileSync(path.join(folder, 'home.yaml'), `description: Eu.\ntext: "${paragraph}\\n\\n${paragraph}"\n`);
    });
    await page.goto(`${origin}/inicio`);
    // With its script come styles and fonts: no measure falls between two layouts.
    await page.waitForLoadState('networkidle');
    for (const [width, height] of [
      [1152, 720],
      [1280, 800],
      [1366, 641],
      [1440, 789],
      [1440, 900],
      [1536, 730],
      [1680, 920],
      [1920, 945],
      [2560, 1300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { lines, free, gap } = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        const boxes = [...range.getClientRects()];
        const sun = document.querySelector('main circle');
        const { x = 0, y = 0, width: across = 0 } = sun?.getBoundingClientRect() ?? {};
        const style = getComputedStyle(heading);
        const fontSize = parseFloat(style.fontSize);
        // Where the last letters stand on their lines, and the middle of the disc.
        const distances = boxes.map((box) => {
          const foot = { x: Math.min(box.right, x + across / 2), y: box.y + box.height / 2 + 0.36 * fontSize };
          return Math.hypot(x + across / 2 - foot.x, y + across / 2 - foot.y);
        });
        const lines = Math.round(heading.clientHeight / parseFloat(style.lineHeight));
        // Nothing else that is written stands over the disc, or under the waves.
        const others = [...document.querySelectorAll('main li, main p a')].filter((one) => !one.closest('section'));
        const texts = others.flatMap((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return [...text.getClientRects()];
        });
        const free = texts.map(
          (box) => Math.hypot(x + across / 2 - box.right, y + across / 2 - box.bottom) - across / 2,
        );
        return { lines, free: Math.min(...free), gap: (Math.min(...distances) - across / 2) / fontSize };
      });
      expect(lines, `${width} px`).toBe(2);
      expect(gap, `${width} px`).toBeGreaterThan(0.1);
      expect(free, `${width} px`).toBeGreaterThan(0);
      const shore = await page.locator('main [data-distance="far"]').boundingBox();
      expect(shore?.y, `${width} x ${height} px`).toBeLessThan(height - 32);
      const wayOn = await page.getByRole('link', { name: 'Fale comigo' }).first().boundingBox();
      expect(Number(wayOn?.y) + Number(wayOn?.height), `${width} x ${height} px`).toBeLessThan(Number(shore?.y));
    }
    // With text of twice its size the last fact does not leave the window (WCAG 1.4.4).
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const fact = await page.getByText('remoto ou híbrido').boundingBox();
    expect(Number(fact?.x) + Number(fact?.width)).toBeLessThanOrEqual(1280);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await findBrokenWords(page.getByRole('heading', { level: 1 }))).toEqual([]);
  });

test('a fork without any project says so', async ({ page, build }) => {
  const { origin } = await build((folder) => writeSmallContent(folder, 0));
  await page.goto(`${origin}/projetos`);
  await expect(page.getByText('Os primeiros projetos chegam em breve.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.locator('main :is(ul, ol, dl):empty')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Próximos projetos' })).toHaveCount(0);
});

test('where the browser shows letters of twice the size nothing is cut off, and nothing lies over another', async ({
  playwright,
  build,
}) => {
  const { args = [], ...options } = chromiumLaunchOptions(0);
  const browser = await playwright.chromium.launch({
    ...options,
    args: [...args, '--blink-settings=defaultFontSize=32'],
  });
  const page = await browser.newPage();
  const { origin } = await build(writeFullContent);
  await expectRoom(page, origin, [360, 769, 1280]);
  await page.goto(`${origin}/nao-existe`);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await findCollisions(page)).toEqual([]);
  // The signs of the header are not squeezed, and the name goes above the links before it breaks within a word.
  for (const width of [360, 600, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const signs = await page
      .getByRole('banner')
      .locator('button svg:visible')
      .evaluateAll((drawings) => drawings.map((drawing) => drawing.getBoundingClientRect().width));
    expect(Math.min(...signs), `at ${width} px`).toBeGreaterThanOrEqual(20);
    if (width > 768) expect(await findBrokenWords(page.getByRole('banner').locator('p'))).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  // What tells of a message grows as well.
  await page.goto(`${origin}/contato`);
  const lines = page.getByRole('main').locator('[role="status"]');
  const sizes = await lines.evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontSize));
  expect(sizes).toHaveLength(4);
  for (const size of sizes) expect(parseFloat(size)).toBeGreaterThanOrEqual(32);
  await browser.close();
});
