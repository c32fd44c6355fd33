import type { Locator, Page } from '@playwright/test';
import { expect, NARROW, test, untilHydrated, WIDE } from './fixtures.ts';

/** What each card is about, in order, by the words of product.md, section 2 (the owner may change the rest). */
const CARDS = [
  { about: /React.*Vite.*TypeScript/s, repository: 'acesse o repositório' },
  { about: /Node\.js.*TypeScript.*PostgreSQL.*Prisma ORM/s, repository: 'acesse o repositório' },
  { about: /HTML.*CSS.*JavaScript/s, repository: 'acesse o repositório' },
  { about: /pixel/i, repository: 'acesse o repositório' },
  { about: /Projetos futuros\.\.\./, repository: 'estamos trabalhando...' },
] as const;

const ALL = [1, 2, 3, 4, 5];
/** As high as the layout in which a card leads. */
const HIGH = { width: 1280, height: 1100 };

function arrows(page: Page): { previous: Locator; next: Locator } {
  return {
    previous: page.getByRole('button', { name: 'Projetos anteriores' }),
    next: page.getByRole('button', { name: 'Próximos projetos' }),
  };
}

/** A card is whatever holds a link to a repository, or the text in its place. */
function cards(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: /acesse o repositório|estamos trabalhando\.\.\./ })
    .filter({ visible: true });
}

/** Waits until exactly these cards are shown, numbered from 1, in this order. */
async function expectCards(page: Page, numbers: readonly number[]): Promise<void> {
  await expect(cards(page)).toContainText(
    CARDS.filter((_, index) => numbers.includes(index + 1)).map(({ about }) => about),
  );
}

test.describe('Above 768 px', () => {
  for (const viewport of [WIDE, { width: 769, height: 740 }]) {
    test(`at ${viewport.width} px the cards come 4 at a time, and the right arrow goes on and then back to the start`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto('/projetos');
      const { next } = arrows(page);

      await expectCards(page, [1, 2, 3, 4]);
      await next.click();
      await expectCards(page, [5]);
      await next.click();
      await expectCards(page, [1, 2, 3, 4]);
    });

    test(`at ${viewport.width} px the left arrow goes from the start to the last page, and back by 4`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto('/projetos');
      const { previous, next } = arrows(page);

      await previous.click();
      await expectCards(page, [5]);
      await previous.click();
      await expectCards(page, [1, 2, 3, 4]);
      await previous.click();
      await expectCards(page, [5]);
      await next.click();
      await expectCards(page, [1, 2, 3, 4]);
    });
  }

  test('the arrows stay where they are, whatever the page between them says', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos');
    const { previous, next } = arrows(page);
    const places = async () => [(await previous.boundingBox())?.x, (await next.boundingBox())?.x];
    const before = await places();
    await next.click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Projeto 5 de 5');
    expect(await places()).toEqual(before);
  });

  test('an arrow that is chosen twice in quick succession turns two pages', async ({ page }) => {
    await page.goto('/projetos');
    await arrows(page).next.dblclick();
    await expect(page.locator('[data-turned]')).toBeAttached();
    await expectCards(page, [1, 2, 3, 4]);
  });

  test('the arrows work by keyboard, and keep the focus', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos');
    const { previous, next } = arrows(page);

    await next.focus();
    await page.keyboard.press('Enter');
    await expectCards(page, [5]);
    await expect(next).toBeFocused();
    await page.keyboard.press('Space');
    await expectCards(page, [1, 2, 3, 4]);

    await previous.focus();
    await page.keyboard.press('Enter');
    await expectCards(page, [5]);
    await expect(previous).toBeFocused();
  });

  test('in a row of cards, here and on Home, titles stand at one height, and links at another; technologies begin at one', async ({
    page,
  }) => {
    for (const { path, width, count, title, parts } of [
      {
        path: '/projetos',
        width: 1280,
        count: 4,
        title: 'article h2',
        parts: ['article h2', 'article ul:last-child', 'article > footer'],
      },
      // The sample's works have no links (those of a fork: fork.spec.ts).
      { path: '/inicio', width: 1024, count: 3, title: 'h3', parts: ['h3'] },
    ] as const) {
      // Without the wave in the row.
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await untilHydrated(page);
      // However long a title is, or a text.
      await page
        .getByRole('main')
        .locator(title)
        .first()
        .evaluate((element) => {
          for (const text of [element, element.parentElement?.querySelector('li')])
            text?.append(' e mais palavras do que cabem em uma linha'.repeat(2));
        });
      for (const part of parts) {
        const heights = await page
          .getByRole('main')
          .locator(part)
          .filter({ visible: true })
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
        expect(heights, path).toHaveLength(count);
        expect(new Set(heights).size, path).toBe(1);
      }
    }
  });

  test('in a high window the first card leads, and the others stand in a column beside it, each beside its picture', async ({
    page,
  }) => {
    await page.setViewportSize(HIGH);
    await page.goto('/projetos');
    const boxes = await cards(page).evaluateAll((articles) =>
      articles.map((article) =>
        [article, article.querySelector('img'), article.querySelector('h2')].map(
          (part) => part?.getBoundingClientRect().toJSON() as DOMRect,
        ),
      ),
    );
    const [[lead, leadPicture] = [], ...others] = boxes;
    expect(others).toHaveLength(3);
    let above = 0;
    for (const [card, picture, title] of others) {
      expect(card?.left).toBeGreaterThan(lead?.right ?? Number.NaN);
      expect(card?.top).toBeGreaterThan(above);
      expect(title?.left).toBeGreaterThan(picture?.right ?? Number.NaN);
      expect(leadPicture?.width).toBeGreaterThan(2 * (picture?.width ?? Number.NaN));
      above = card?.bottom ?? Number.NaN;
    }
    // Its links follow its text.
    const { gap, next } = await cards(page)
      .first()
      .evaluate((article) => {
        const [links, texts] = [article.lastElementChild, article.lastElementChild?.previousElementSibling];
        const top = Number(links?.getBoundingClientRect().top);
        return { gap: top - Number(texts?.getBoundingClientRect().bottom), next: top };
      });
    expect(next).toBeGreaterThan(0);
    expect(gap).toBeLessThan(24);
    // A turn moves nothing below the cards.
    const below = page.getByRole('main').getByRole('link', { name: 'Fale comigo' });
    const before = await below.boundingBox();
    await arrows(page).next.click();
    await expectCards(page, [5]);
    expect(await below.boundingBox()).toEqual(before);
  });

  test('a turn of the page moves nothing below the cards', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto('/projetos');
    const heightOfCards = () =>
      page
        .getByRole('main')
        .getByRole('article')
        .filter({ visible: true })
        .evaluateAll((articles) => {
          const boxes = articles.map((article) => article.getBoundingClientRect());
          return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
        });
    const height = await heightOfCards();
    const below = page.getByRole('main').getByRole('link', { name: 'Fale comigo' });
    const before = await below.boundingBox();
    await arrows(page).next.click();
    await expectCards(page, [5]);
    expect(await below.boundingBox()).toEqual(before);
    // The card that is alone takes the place of all four.
    await expect.poll(heightOfCards).toBeCloseTo(height, 0);
  });

  for (const [width, height] of [
    [1280, 720],
    [1280, 800],
    [1366, 641],
    [1440, 789],
    [1536, 730],
    [1920, 945],
    [1920, 1080],
  ] as const) {
    test(`the first screen of ${width} × ${height} px holds the links of the first cards`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/projetos');
      for (const link of await cards(page).getByRole('link', { name: 'acesse o repositório' }).all())
        await expect(link).toBeInViewport({ ratio: 1 });
    });
  }

  test('the address names the page of cards, for the way back, a reload and others; a link leads to the first one', async ({
    page,
  }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos');
    await arrows(page).next.click();
    await expectCards(page, [5]);
    await expect(page).toHaveURL('/projetos?pagina=2');
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
    await page.goBack();
    await expectCards(page, [5]);
    await page.reload();
    await expectCards(page, [5]);
    await arrows(page).previous.click();
    await expectCards(page, [1, 2, 3, 4]);
    await expect(page).toHaveURL('/projetos?pagina=1');
    // Each turn is a step of the history.
    await page.goBack();
    await expect(page).toHaveURL('/projetos?pagina=2');
    await expectCards(page, [5]);
    await page.goForward();
    await expectCards(page, [1, 2, 3, 4]);
    await arrows(page).next.click();
    await expectCards(page, [5]);
    await page.getByRole('banner').getByRole('link', { name: 'Projetos' }).click();
    await expect(page).toHaveURL('/projetos');
    await expectCards(page, [1, 2, 3, 4]);
    await page.goto('/projetos?pagina=2');
    await expectCards(page, [5]);
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
    await page.getByRole('banner').getByRole('link', { name: 'Projetos' }).click();
    await expectCards(page, [1, 2, 3, 4]);
  });

  for (const number of ['0', '3', '-1', '1.5', 'dois', '']) {
    test(`an address with pagina=${number} shows the first page of cards`, async ({ page }) => {
      await page.setViewportSize(WIDE);
      await page.goto(`/projetos?pagina=${number}`);
      await untilHydrated(page);
      await expectCards(page, [1, 2, 3, 4]);
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Projetos 1 a 4 de 5');
    });
  }

  test('so does the way back to a card that a link has led to', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos#projeto-2');
    await expect(page.locator('[data-chosen]')).toBeAttached();
    await arrows(page).next.click();
    await expectCards(page, [5]);
    // That card is on another page.
    await expect(page).toHaveURL('/projetos?pagina=2');
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
    await page.goBack();
    await expect(page).toHaveURL('/projetos?pagina=2');
    await expectCards(page, [5]);
  });

  test('a screen reader hears which page of cards is shown', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/projetos');
    const status = page.getByRole('main').getByRole('status');

    await arrows(page).next.click();
    await expect(status).toHaveText('Projeto 5 de 5');
    await arrows(page).next.click();
    await expect(status).toHaveText('Projetos 1 a 4 de 5');
  });
});

for (const viewport of [NARROW, { width: 768, height: 740 }]) {
  test(`at ${viewport.width} px all cards are listed, without arrows`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/projetos');

    await expectCards(page, ALL);
    const { previous, next } = arrows(page);
    await expect(previous).toBeHidden();
    await expect(next).toBeHidden();
  });
}

test('the cards of a page flow in one after the other, from the side of the arrow, each when the old one has gone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize(WIDE);
  await page.goto('/projetos');
  const { next, previous } = arrows(page);
  /** The delays in ms of the cards that leave and of those that come, by their places. Read as they start: later they may be over. */
  const seen = await page.evaluateHandle(() => {
    const turn: { leaving: number[]; coming: number[] } = { leaving: [], coming: [] };
    const note = (delays: number[], card: EventTarget | null, name: 'animationDelay' | 'transitionDelay') => {
      if (!(card instanceof HTMLLIElement)) return;
      const place = [...(card.parentElement?.children ?? [])].indexOf(card);
      delays[place] = Math.round(1000 * parseFloat(getComputedStyle(card)[name]));
    };
    addEventListener('animationstart', ({ target }) => note(turn.coming, target, 'animationDelay'));
    addEventListener('transitionrun', ({ target }) => note(turn.leaving, target, 'transitionDelay'));
    return turn;
  });
  const turns = [
    { arrow: next, leaving: [120, 80, 40, 0], coming: [210] },
    { arrow: next, leaving: [0], coming: [210, 170, 130, 90] },
    { arrow: previous, leaving: [0, 40, 80, 120], coming: [210] },
    { arrow: previous, leaving: [0], coming: [90, 130, 170, 210] },
  ];
  for (const { arrow, ...delays } of turns) {
    await seen.evaluate((turn) => Object.assign(turn, { leaving: [], coming: [] }));
    await arrow.click();
    await expect.poll(async () => (await seen.jsonValue()).coming).not.toEqual([]);
    await expect(page.locator('[data-turned="done"]')).toBeAttached();
    expect(await seen.jsonValue()).toEqual(delays);
  }
});

test.describe('On a tablet', () => {
  test.use({ hasTouch: true });

  /** A finger on the cards, so far to the right and down, in CSS pixels. */
  async function swipe(page: Page, right: number, down = 0, fingers = 1) {
    const session = await page.context().newCDPSession(page);
    const touchPoints = (share: number) =>
      Array.from({ length: fingers }, (_, id) => ({ id, x: 500 + 40 * id + share * right, y: 400 + share * down }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPoints(0) });
    for (const share of [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1]) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchPoints(share) });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // React draws in a transition, and Chromium leaves the page some time after.
    await page.waitForTimeout(500);
  }

  test('a swipe turns the cards to its side; a short one, a scroll and two fingers do not', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/projetos');
    await untilHydrated(page);
    await swipe(page, -30);
    await swipe(page, -80, -70);
    await expectCards(page, [1, 2, 3, 4]);
    await expect(page).toHaveURL(/projetos$/);
    await page.evaluate(() => scrollTo(0, 0));
    await swipe(page, -200);
    await expectCards(page, [5]);
    await expect(page).toHaveURL(/pagina=2$/);
    // Chromium does not go back in the history for it.
    await swipe(page, 200);
    await expectCards(page, [1, 2, 3, 4]);
    await expect(page).toHaveURL(/pagina=1$/);
    // Where all cards are listed there is nothing to turn.
    await page.setViewportSize({ width: 768, height: 900 });
    await swipe(page, -200);
    await expectCards(page, ALL);
    await expect(page).toHaveURL(/pagina=1$/);
    // Nor for two fingers, which zoom. Last, as they stay on the screen.
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/projetos');
    await untilHydrated(page);
    await swipe(page, -200, 0, 2);
    await expect(page).toHaveURL(/projetos$/);
  });
});

test('narrowing the window on the last page lists all cards, and widening it pages them again', async ({ page }) => {
  await page.setViewportSize({ width: 769, height: 740 });
  await page.goto('/projetos');
  await arrows(page).next.click();
  await expectCards(page, [5]);
  const countMotions = () => page.getByRole('main').evaluate((main) => main.getAnimations({ subtree: true }).length);
  await expect.poll(countMotions).toBe(0);

  await page.setViewportSize({ width: 768, height: 740 });
  await expectCards(page, ALL);

  await page.setViewportSize({ width: 769, height: 740 });
  expect(await countMotions(), 'cards that are turned again').toBe(0);
  await expect.poll(() => cards(page).count()).toBeLessThanOrEqual(4);
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(1);
});

test('a project of Home leads to its card', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.goto('/inicio');
  // Before hydration the browser follows the link by itself, and only Tab goes on from the card.
  await untilHydrated(page);
  const link = page.getByRole('region', { name: 'Alguns projetos' }).getByRole('link').nth(2);
  const title = (await link.textContent()) ?? '';
  await link.click();
  const heading = page.getByRole('heading', { name: title });
  await expect(heading).toBeInViewport();
  // The next Tab goes on from there.
  await expect(heading.getByRole('link')).toBeFocused();
});

test('a link to a card shows its page of cards, with the heading in sight, and marks the title', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/projetos#projeto-5');
  await expectCards(page, [5]);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  const marks = () =>
    cards(page)
      .locator('h2 a')
      .evaluateAll((titles) => titles.map((title) => getComputedStyle(title).textDecorationStyle));
  await expect.poll(marks).toEqual(['wavy']);

  await page.goto('/inicio');
  await page.getByRole('region', { name: 'Alguns projetos' }).getByRole('link').nth(1).click();
  await expectCards(page, [1, 2, 3, 4]);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect.poll(marks).toEqual(['solid', 'wavy', 'solid', 'solid']);
});

test('each card has an image, a title that is a link, a repository link and lines of description', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.goto('/projetos');
  await expectCards(page, ALL);

  for (const [index, { repository }] of CARDS.entries()) {
    const card = cards(page).nth(index);
    await expect(card.getByRole('img')).toHaveAccessibleName(/\S/);
    await card.scrollIntoViewIfNeeded();
    await expect
      .poll(() => card.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
      .toBe(true);
    await expect(card.getByRole('heading')).toHaveText(/\S/);
    await expect(card.locator('a', { hasText: repository })).toBeVisible();
    expect(await card.getByRole('listitem').count()).toBeGreaterThanOrEqual(1);
  }
});

test("the first four cards' links lead somewhere, in new tabs; those of 'Projetos futuros...' lead nowhere", async ({
  page,
}) => {
  await page.setViewportSize(NARROW);
  await page.goto('/projetos');
  await expectCards(page, ALL);

  for (const index of [0, 1, 2, 3]) {
    const card = cards(page).nth(index);
    for (const link of [
      card.getByRole('heading').getByRole('link'),
      card.getByRole('link', { name: /acesse o repositório/ }),
    ]) {
      await expect(link).toHaveAttribute('href', /^https:\/\//);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
  }
  const upcoming = cards(page).nth(4);
  await expect(upcoming.locator('a')).toHaveText(['Projetos futuros...', 'estamos trabalhando...']);
  await expect(upcoming.locator('a[href]')).toHaveCount(0);
  // Nothing on paper leads on but an address.
  await page.emulateMedia({ media: 'print' });
  await expect(upcoming.getByText('Projetos futuros...')).toBeVisible();
  await expect(page.getByText('estamos trabalhando...')).toBeHidden();
});

test('the links of a card are 44 px high at least where fingers touch them', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: String(baseURL), hasTouch: true });
  for (const viewport of [NARROW, { width: 1024, height: 740 }, WIDE]) {
    await page.setViewportSize(viewport);
    await page.goto('/projetos');
    for (const card of (await cards(page).all()).slice(0, 4)) {
      for (const link of [card.getByRole('heading').getByRole('link'), card.getByRole('link', { name: /repositório/ })])
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  }
  await page.close();
});
