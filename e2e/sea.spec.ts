/** What moves, and where it stands: the first screen, the logo, the coast, the switch that calms them. */
import type { Page } from '@playwright/test';
import { buildMessage, fillIn, openContactForm, submit } from './contact-form.ts';
import { expect, test, untilHydrated } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const LOGO = 'main svg:has([pathLength])';

/** Stops every animation at a time, in milliseconds since it began. */
async function freeze(page: Page, at: number): Promise<void> {
  await page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, at);
}

/** What `read` gives in the page when the next view transition begins: on a slow machine it would be over before it is asked for. */
function readAtNextTransition<Value>(page: Page, read: () => Value): Promise<Value> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.then(() => resolve((${read})()), reject);
      return transition;
    };
  })`);
}

/** How many animations would go on for ever (WCAG 2.2.2). */
function countEndless(page: Page): Promise<number> {
  return page.evaluate(
    () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length,
  );
}

// Windows of laptops and phones, without what the browser takes.
for (const [width, height] of [
  [1366, 641],
  [1440, 789],
  [1536, 730],
  [1920, 945],
  [430, 932],
  [412, 823],
  [390, 664],
  [360, 640],
] as const) {
  test(`the first screen of ${width} × ${height} px holds the statement, the ways on and the sea`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/inicio');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Ver o que já fiz' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Fale comigo' }).first()).toBeInViewport({ ratio: 1 });
    // The wave in front.
    await expect(page.locator('[data-distance="near"]')).toBeInViewport();
    // Pictures come with the script: one that shows more of itself than the heading does would be the largest paint (LCP).
    const picture = page.getByRole('main').locator('img').first();
    await expect(picture).toBeAttached();
    if (width > height) await expect(page.getByRole('heading', { name: 'Alguns projetos' })).toBeInViewport();
    const [heading, box] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await picture.boundingBox()];
    const shown = Number(box?.width) * Math.max(0, height - Number(box?.y));
    expect(shown).toBeLessThan(0.5 * Number(heading?.width) * Number(heading?.height));
  });
}

test('the logo draws itself: at first none of its waves is there', async ({ page }) => {
  await page.goto('/inicio');
  await freeze(page, 0);
  const logo = page.locator('div:has(> svg > [pathLength])');
  // Pictures and the sea behind it may be drawn in other shades at the second look.
  await page.evaluate(() => {
    document.body.style.visibility = 'hidden';
  });
  await logo.evaluate((element) => {
    element.style.visibility = 'visible';
  });
  const atFirst = await logo.screenshot();
  await page.evaluate((waves) => {
    for (const wave of document.querySelectorAll<SVGElement>(waves)) wave.style.visibility = 'hidden';
  }, LOGO);
  expect((await logo.screenshot()).equals(atFirst)).toBe(true);
});

test('in a window that gets wider the logo does not draw itself anew', async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 900 });
  await page.goto('/inicio');
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator(LOGO).first()).toBeVisible();
  const names = await page.evaluate(() =>
    document.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(names).toContain('sway');
  expect(names).not.toContain('drawLine');
});

for (const width of [360, 390, 768, 1366, 1440, 1920, 2560, 3440]) {
  test(`at ${width} px the sun sets behind the shore, and its glitter is on the sea, over no word and no picture`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/inicio');
    await expect(page.getByRole('main').locator('img')).toHaveCount(3);
    await freeze(page, 5000);
    const { shore, disc, waves, words, pictures } = await page.evaluate((logo) => {
      const box = (element: Element | Range | null) => element?.getBoundingClientRect().toJSON() as DOMRect;
      const words = document.createRange();
      words.selectNodeContents(document.querySelector('main h2') as Element);
      return {
        shore: box(document.querySelector('main [data-distance]')?.parentElement ?? null),
        disc: box(document.querySelector('main circle')),
        waves: [...document.querySelectorAll(`${logo} path`)].map(box),
        words: box(words),
        pictures: [...document.querySelectorAll('main img')].map(box),
      };
    }, LOGO);
    // No air between the disc and the sea, and no edge of it below the waves.
    expect(disc.bottom).toBeGreaterThan(shore.top + shore.height / 2);
    expect(disc.bottom).toBeLessThanOrEqual(shore.bottom + disc.height / 2);
    expect(disc.top).toBeLessThan(shore.top);
    expect(waves).toHaveLength(3);
    for (const wave of waves) {
      // The waves of the shore are in its upper half.
      expect(wave.top).toBeGreaterThan(shore.top + shore.height / 3);
      expect(wave.right).toBeLessThanOrEqual(width);
      expect(wave.left).toBeGreaterThan(disc.left - 0.1 * disc.width);
      for (const other of [words, ...pictures])
        expect(wave.bottom <= other.top || wave.left >= other.right, 'over a word or a picture').toBe(true);
    }
  });
}

test('while the page changes neither header nor waves are seen twice, or through the other page', async ({ page }) => {
  await page.goto('/sobremim');
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Projetos', exact: true }).evaluate((link: HTMLElement) => link.click());
  const animated = await page.waitForFunction(() => {
    const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
    const parts = effects
      .filter(({ pseudoElement }) => /header|shore/.test(pseudoElement ?? ''))
      .map((effect) => ({ part: effect.pseudoElement, ...effect.getTiming() }))
      .map(({ part, delay, duration, direction }) => `${part} ${delay} ${duration} ${direction}`);
    return effects.some(({ pseudoElement }) => pseudoElement?.includes('(root)')) && parts;
  });
  expect([...((await animated.jsonValue()) || [])].toSorted()).toEqual([
    '::view-transition-group(header) 0 420 normal',
    '::view-transition-group(shore) 90 330 normal',
  ]);
  const old = await page.evaluate(() =>
    ['header', 'shore'].map(
      (part) => getComputedStyle(document.documentElement, `::view-transition-old(${part})`).display,
    ),
  );
  expect(old).toEqual(['none', 'none']);
});

test('the picture of a project that is chosen on Home travels to its card, and the sun stays behind', async ({
  page,
}) => {
  await page.goto('/inicio');
  await untilHydrated(page);
  await page
    .getByRole('region', { name: 'Alguns projetos' })
    .getByRole('link')
    .nth(1)
    .evaluate((link: HTMLElement) => {
      // As a click does.
      link.focus();
      link.click();
    });
  const parts = await page.waitForFunction(() => {
    const pseudos = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
    return pseudos.some((part) => part.includes('(root)')) && pseudos;
  });
  expect(await parts.jsonValue()).toEqual(
    expect.arrayContaining(['::view-transition-group(picture)', '::view-transition-old(sun)']),
  );
  await expect(page).toHaveURL(/projetos#projeto-2$/);
});

test('on the way to Home the sun rises behind the sea, and over no word of the old page', async ({ page }) => {
  await page.goto('/sobremim');
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Início', exact: true }).evaluate((link: HTMLElement) => link.click());
  const sun = await page.waitForFunction(() => {
    const rise = document
      .getAnimations()
      .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-new(sun)');
    const read = (part: string) =>
      getComputedStyle(document.documentElement, `::view-transition-group(${part})`).zIndex;
    const { boxShadow } = getComputedStyle(document.documentElement, '::view-transition-image-pair(shore)');
    return (
      rise && {
        layers: ['sun', 'shore', 'water'].map(read),
        delay: rise.effect?.getComputedTiming().delay,
        // The water's own group comes some frames later.
        hasWater: parseFloat(boxShadow.split('px ')[3] ?? '') >= innerHeight / 2,
      }
    );
  });
  expect(await sun.jsonValue()).toEqual({ layers: ['auto', '1', '1'], delay: 180, hasWater: true });
});

test('the next page comes in when the old one is gone, and the words of its water later, so that no two texts lie over each other', async ({
  page,
}) => {
  await page.goto('/inicio');
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Projetos', exact: true }).evaluate((link: HTMLElement) => link.click());
  const parts = await page.waitForFunction(() => {
    const find = (part: string) =>
      document
        .getAnimations()
        .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === `::view-transition-${part}`)
        ?.effect?.getComputedTiming();
    const times = ['root', 'water'].map((part) => ({
      // Nothing of it is painted where it is not displayed.
      isPainted: getComputedStyle(document.documentElement, `::view-transition-old(${part})`).display !== 'none',
      // From the old one's end to the next one's start, in milliseconds.
      gap: Number(find(`new(${part})`)?.delay) - Number(find(`old(${part})`)?.endTime),
    }));
    return find('new(root)') && times;
  });
  expect(await parts.jsonValue()).toEqual([
    { isPainted: true, gap: 0 },
    { isPainted: true, gap: 250 },
  ]);
});

test('on the way to Contato the bottle comes with its water, and is as large as it stays', async ({ page }) => {
  await page.goto('/sobremim');
  await untilHydrated(page);
  const parts = readAtNextTransition(page, () => ({
    delays: ['bottle', 'water'].map(
      (part) =>
        document
          .getAnimations()
          .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === `::view-transition-new(${part})`)
          ?.effect?.getComputedTiming().delay,
    ),
    // Its group cuts off what is outside of it.
    isThere: parseFloat(getComputedStyle(document.documentElement, '::view-transition-group(bottle)').height) > 50,
  }));
  await page.getByRole('link', { name: 'Contato', exact: true }).click();
  expect(await parts).toEqual({ delays: [340, 340], isThere: true });
});

test('the theme changes as the sun sets: no frame shows the words of both themes in one place', async ({ page }) => {
  await page.goto('/projetos');
  await untilHydrated(page);
  const edge = readAtNextTransition(page, () => {
    const find = (part: string) =>
      document
        .getAnimations()
        .find(({ effect }) => (effect as KeyframeEffect).pseudoElement === `::view-transition-${part}(root)`);
    const animations = ['group', 'old'].map(find);
    // Part of the page, and of its picture.
    const isHeaderApart = document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.includes('(header)'));
    const steps = [0, 0.3, 0.7].map((progress) => {
      for (const animation of animations) animation?.pause();
      for (const animation of animations) if (animation) animation.currentTime = 400 * progress;
      const [group, old] = ['group', 'old'].map(
        (part) =>
          new DOMMatrix(getComputedStyle(document.documentElement, `::view-transition-${part}(root)`).transform).f,
      );
      return { group: Math.round(Number(group)), sum: Math.round(Number(group) + Number(old)) };
    });
    return { isHeaderApart, steps };
  });
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  const { isHeaderApart, steps } = await edge;
  expect(isHeaderApart).toBe(false);
  // The old page stays where it is while the edge in front of the new one goes down.
  expect(steps.map(({ sum }) => sum)).toEqual([0, 0, 0]);
  expect(steps[0]?.group).toBe(0);
  expect(steps[2]?.group).toBeGreaterThan(Number(steps[1]?.group));
  expect(steps[1]?.group).toBeGreaterThan(0);
});

test('before the late style sheet, which has the rules of the sunset, the theme changes at once', async ({ page }) => {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.css', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/projetos');
  // The group's own, of the browser, moves nothing.
  const fades = readAtNextTransition(page, () =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
      .filter((part) => /(?:old|new)\(/.test(part)),
  );
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  expect(await fades).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  letGo();
});

test("a visitor calms the sea, and it stays calm on every page, also on the host's own", async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoise(/404 \(Not Found\)/);
  await page.goto('/inicio');
  expect(await countEndless(page)).toBeGreaterThan(5);
  const calm = page.getByRole('button', { name: 'Acalmar o mar' });
  await calm.click();
  await expect(calm).toHaveAttribute('aria-pressed', 'true');
  expect(await countEndless(page)).toBe(0);
  for (const path of ['/sobremim', '/projetos', '/contato', '/nao-existe']) {
    await page.goto(path);
    await expect(calm).toHaveAttribute('aria-pressed', 'true');
    expect(await countEndless(page), path).toBe(0);
  }
  // Nor does the switch of a page that a link leads to forget it.
  await page.goto('/inicio');
  for (const name of ['Sobre mim', 'Início']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(calm).toHaveAttribute('aria-pressed', 'true');
  }
  await calm.click();
  await expect(calm).toHaveAttribute('aria-pressed', 'false');
  expect(await countEndless(page)).toBeGreaterThan(0);
});

test("the browser's bar has the colour of the theme that the visitor chose", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/inicio');
  const barColour = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) =>
        metas.flatMap((meta) =>
          meta instanceof HTMLMetaElement && matchMedia(meta.media).matches ? meta.content : [],
        ),
      );
  expect(await barColour()).toEqual(['#f7fcfc']);
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect.poll(barColour).toEqual(['#02121a']);
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect.poll(barColour).toEqual(['#f7fcfc']);
});

for (const width of [390, 1280]) {
  test(`at ${width} px nothing below the form moves when it is filled in and sent, and when it is back its heading is in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 664 });
    const form = await openContactForm(page);
    const footer = page.getByRole('contentinfo');
    const footerTop = () => footer.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await footerTop();
    await fillIn(form, buildMessage());
    expect(Math.abs((await footerTop()) - before)).toBeLessThan(1);
    await submit(page, form);
    expect(Math.abs((await footerTop()) - before)).toBeLessThan(1);
    const scrolled = await page.evaluate(() => scrollY);
    const heading = page.getByRole('heading', { name: 'Envie uma mensagem...' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    expect(Math.abs((await footerTop()) - before)).toBeLessThan(1);
  });
}

for (const [width, height] of [
  [1280, 720],
  [1366, 641],
] as const) {
  test(`the first screen of ${width} × ${height} px holds the whole form`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const form = await openContactForm(page);
    await expect(form.name).toBeInViewport({ ratio: 1 });
    await expect(form.send).toBeInViewport({ ratio: 1 });
  });
}

test('while the notice counts the bottle sails out of sight, and it is back with the form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const form = await openContactForm(page);
  // The one on the horizon, and in the place of the form.
  const bottles = page.locator('svg[viewBox="0 0 120 60"]').filter({ visible: true });
  const end = () => bottles.evaluate((drawing) => drawing.getBoundingClientRect().right);
  await expect(bottles).toHaveCount(1);
  await fillIn(form, buildMessage());
  await submit(page, form);
  await expect(bottles).toHaveCount(1);
  await freeze(page, 0);
  const start = await end();
  await freeze(page, 2500);
  expect(await end()).toBeLessThan(start - 100);
  await freeze(page, 4999);
  // Its last part, until the form is back.
  const box = page.getByText('Mensagem enviada!').locator('..');
  const edge = await box.evaluate((notice) => notice.getBoundingClientRect().left);
  expect(await end()).toBeLessThan(edge + 48);
  expect(await end()).toBeGreaterThan(edge);
  await expect(form.name).toBeVisible();
  await expect(bottles).toHaveCount(1);
});

test('for whoever wants a calm sea nothing moves while a message is on its way', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const form = await openContactForm(page);
  const height = () =>
    page
      .locator('[data-distance="near"]')
      .last()
      .evaluate((wave) => Math.round(wave.getBoundingClientRect().height));
  const before = await height();
  await page.getByRole('button', { name: 'Acalmar o mar' }).click();
  // The waves become lower.
  await expect.poll(height).toBeLessThan(0.7 * before);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await fillIn(form, buildMessage());
  await submit(page, form);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the panel of the menu ends in the mark, below the links', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/projetos');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const panel = page.getByRole('dialog');
  const [links, mark] = [
    await panel.getByRole('navigation').boundingBox(),
    await panel.locator('svg').last().boundingBox(),
  ];
  expect(mark?.width).toBeGreaterThan(150);
  expect(mark?.y).toBeGreaterThan((links?.y ?? 0) + (links?.height ?? 0));
});

test('the panel of the menu leaves as it came', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/projetos');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toBeInViewport({ ratio: 1 });
  const moving = await panel.evaluate((dialog: HTMLDialogElement) => {
    dialog.close();
    return dialog.getAnimations().map((animation) => Reflect.get(animation, 'transitionProperty'));
  });
  expect(moving).toContain('transform');
  await expect(panel).toBeHidden();

  // Over the next page, too: without it the old one would be seen again.
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await untilHydrated(page);
  const leaving = readAtNextTransition(page, () =>
    document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement),
  );
  await panel.getByRole('link', { name: 'Contato' }).click();
  expect(await leaving).toContain('::view-transition-old(menu)');
  await expect(panel).toBeHidden();
});

test('Início and Contato say where the owner is, and since when; every page but Contato ends in a line that leads on', async ({
  page,
}) => {
  for (const path of ['/contato', '/inicio']) {
    await page.goto(path);
    const facts = page.getByRole('main').getByRole('listitem');
    await expect(facts.filter({ hasText: 'litoral sul do Brasil' }), path).toBeVisible();
    await expect(facts.filter({ hasText: 'full-stack desde 2022' }), path).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Minha história' }).click();
  await expect(page).toHaveURL('/sobremim');
  await page.getByRole('main').getByRole('link', { name: 'Conhecer os projetos' }).click();
  await expect(page).toHaveURL('/projetos');
  await page.getByRole('main').getByRole('link', { name: 'Fale comigo' }).click();
  await expect(page).toHaveURL('/contato');
});

for (const width of [481, 768, 769, 1280]) {
  test(`at ${width} px a card that lies down has its words beside a picture that is smaller than they are`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/projetos');
    if (width > 768) await page.getByRole('button', { name: 'Próximos projetos' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Projetos futuros...' });
    // In one frame: the card may still be on its way in.
    const [picture, title, whole] = await card.evaluate((element) =>
      ['img', 'h2', ':scope'].map((part) =>
        (part === ':scope' ? element : element.querySelector(part))?.getBoundingClientRect().toJSON(),
      ),
    );
    // In the place of four it fills its side; else it keeps its shape.
    const isAlone = width > 1024;
    expect(picture.width).toBeLessThan(isAlone ? 0.6 * whole.width : whole.width / 2);
    if (!isAlone) expect(picture.width / picture.height).toBeCloseTo(8 / 5, 1);
    expect(title.x).toBeGreaterThan(picture.right);
    expect(title.y).toBeLessThan(picture.bottom);
  });
}

test('the whole page for an unknown address fits into a window of 1280 × 720 px', async ({ page, consoleGuard }) => {
  consoleGuard.expectNoise(/404 \(Not Found\)/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/nao-existe');
  await expect(page.getByRole('button', { name: 'Acalmar o mar' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720);
});

test('on the page for an unknown address the sun stands over no link', async ({ page, consoleGuard }) => {
  consoleGuard.expectNoise(/404 \(Not Found\)/);
  await page.goto('/nao-existe');
  for (const [width, height] of [
    [360, 640],
    // 1280 × 720 at 200 %.
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      const corners = await link.evaluate((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right, bottom } = element.getBoundingClientRect();
        return [left + 1, right - 1].map((x) => document.elementFromPoint(x, bottom - 1) === element);
      });
      expect(corners).toEqual([true, true]);
    }
  }
});

for (const [width, share] of [
  [360, 0.85],
  [640, 0.34],
  [1280, 0.28],
] as const) {
  test(`at ${width} px the first screen of Sobre mim holds its picture, over nothing that is written`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/sobremim');
    const picture = page.getByRole('main').getByRole('img');
    await expect(picture).toBeInViewport({ ratio: 1 });
    const across = (await picture.boundingBox())?.width ?? 0;
    expect(across).toBeGreaterThan(width * share);
    const box = await picture.evaluate((image) => image.getBoundingClientRect().toJSON());
    const words = await page
      .getByRole('main')
      .locator('h1, h2, p')
      .evaluateAll((elements) =>
        elements.map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().toJSON();
        }),
      );
    for (const { left, right, top, bottom } of words)
      expect(right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom).toBe(true);
  });
}

test('in a wide window the first text of Sobre mim stands below its heading and beside the picture, and the other two beside each other', async ({
  page,
}) => {
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/sobremim');
    const texts = await page
      .getByRole('main')
      .locator('section > :last-child')
      .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().toJSON()));
    expect(texts).toHaveLength(3);
    const [first, left, right] = texts;
    expect(left.x).toBe(first.x);
    expect(right.x, `${width} px`).toBeGreaterThan(left.right);
    expect(right.y).toBe(left.y);
    const [heading, picture, text] = await Promise.all(
      [page.locator('h1'), page.getByRole('main').getByRole('img'), page.locator('main section').first()].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(first.x).toBe(heading?.x);
    expect(Number(text?.x) + Number(text?.width)).toBeLessThan(Number(picture?.x));
    expect(Math.abs(Number(picture?.y) - Number(heading?.y))).toBeLessThan(8);
  }
});

test("a project's picture leads where its title leads, and nothing beside it", async ({ page }) => {
  for (const [width, height] of [
    [360, 900],
    [700, 900],
    [1280, 900],
    [1366, 641],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/projetos');
    const targets = await page.locator('article:has(h2 a[href]) img').evaluateAll((images) =>
      images.map((image) => {
        image.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = image.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('h2 a[href]') !== null;
      }),
    );
    expect(targets, `${width} px`).toEqual([true, true, true, true]);
    const fits = await page.locator('article:has(h2 a[href])').evaluateAll((cards) =>
      cards.map((card) => {
        const [link, picture] = [card.querySelector('h2 a'), card.querySelector('img')];
        if (link === null || picture === null) return null;
        return Math.abs(parseFloat(getComputedStyle(link, '::after').height) - picture.clientHeight) < 1;
      }),
    );
    expect(fits, `${width} px`).toEqual([true, true, true, true]);
  }
});

test('on paper every page says whose it is, and Home has no addresses over each other', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/inicio');
  // The rules for paper come with the script.
  await untilHydrated(page);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tema escuro' })).toBeHidden();
  const addresses = await page
    .locator('main [data-technology] a')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
  expect(new Set(addresses)).toEqual(new Set(['none']));
  await page.goto('/contato');
  await untilHydrated(page);
  // Chromium gives an element of the head a box on paper only.
  const canonical = page.locator('link[rel="canonical"]');
  expect(await canonical.evaluate((link) => getComputedStyle(link, '::after').content)).toMatch(
    /^"https:.*\/contato"$/,
  );
  await expect(canonical).toBeVisible();
});

test('paper is not wasted: every page takes one sheet', async ({ page }) => {
  // In the text font, as from the second page of a visit on.
  await page.goto('/inicio');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('text-font'))).not.toBeNull();
  const sheets: (string | undefined)[] = [];
  for (const path of ['inicio', 'sobremim', 'projetos', 'contato']) {
    await page.goto(`/${path}`);
    await untilHydrated(page);
    const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } });
    sheets.push(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
  }
  expect(sheets).toEqual(['1', '1', '1', '1']);
});

test('Home shows the first projects by picture and name, with what they are made of; each leads on as a whole', async ({
  page,
}) => {
  await page.goto('/inicio');
  const works = page.getByRole('region', { name: 'Alguns projetos' });
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(works.locator('img')).toHaveCount(3);
    for (const picture of await works.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const { x, y, width: across, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 1 };
      expect(across / height, `${width} px`).toBeCloseTo(8 / 5, 1);
      if (width === 360) expect(across).toBeGreaterThan(320);
      const target = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('a')?.href, [
        x + across / 2,
        y + height / 2,
      ] as const);
      expect(target, `${width} px`).toMatch(/projetos#projeto-\d$/);
    }
  }
  await expect(works).toContainText(
    /Cadastro e login: frontend.*React.*Vite.*TypeScript.*Cadastro e login: backend.*Node\.js.*PostgreSQL.*Site de um projeto artístico.*CSS/,
  );
  await expect(works.getByRole('link', { name: 'Ver todos os projetos' })).toHaveAttribute('href', '/projetos');
  await works.getByRole('link', { name: 'Cadastro e login: frontend' }).click();
  await expect(page).toHaveURL('/projetos#projeto-1');
});
