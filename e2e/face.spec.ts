/** What a visitor sees and waits for: weight, what works before the site's script has come, light and dark, motion, and link previews. */
import type { Page, Request } from '@playwright/test';
import { buildMessage, contactForm, fillIn } from './contact-form.ts';
import { expect, holdScripts, NARROW, PAGES, test, untilHydrated, WIDE } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const PATHS = PAGES.map(({ path }) => path);

/** One round trip of a new connection: ten segments (RFC 6928), less the answer's headers. */
const FIRST_ROUND_TRIP = 14_000;
const MOST_SCRIPT = 98_000;
const MOST_REQUESTS_BEFORE_SCRIPT = 5;

/** Follows the header's link without the pointer: for that, the header would be scrolled into view. */
async function followLink(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, includeHidden: true }).first();
  await link.evaluate((element: HTMLElement) => element.click());
}

/** Whose fonts the words of these elements are painted in, by Chromium's own account. */
async function readFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const owners = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { isCustomFont } of fonts) owners.add(isCustomFont ? 'of the site' : 'of the system');
  }
  await session.detach();
  return [...owners];
}

test.describe('Weight', () => {
  for (const path of PATHS) {
    test(`${path} is painted from one answer of at most 14 kB, and its first visit takes at most 98 kB of script`, async ({
      page,
    }) => {
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.goto(path);
      await page.waitForFunction(() => document.querySelector('script[type="text/late-module"]') !== null);
      await expect.poll(() => requests.filter((request) => /\/index-.*\.js$/.test(request.url())).length).toBe(1);
      await page.waitForLoadState('networkidle');

      const isScript = (request: Request) => request.resourceType() === 'script' || /\.js$/.test(request.url());
      const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
      const html = sizes[0] ?? 0;
      const script = sizes
        .filter((_, index) => requests[index] && isScript(requests[index]))
        .reduce((a, b) => a + b, 0);
      const firstScript = requests.findIndex(isScript);

      expect(html, 'bytes of the page itself').toBeGreaterThan(1000);
      expect(html, 'bytes of the page itself').toBeLessThanOrEqual(FIRST_ROUND_TRIP);
      expect(script, 'bytes of script').toBeGreaterThan(10_000);
      expect(script, 'bytes of script').toBeLessThanOrEqual(MOST_SCRIPT);
      expect(firstScript, 'requests before the first script').toBeLessThanOrEqual(MOST_REQUESTS_BEFORE_SCRIPT);
    });
  }

  for (const path of PATHS) {
    test(`nothing of ${path} is fetched before its first paint but the page itself`, async ({ page }) => {
      // Intent ends the wait for the paint. Browsers say "pointerover" also when a page comes to lie under a pointer that rests.
      await page.addInitScript(() =>
        addEventListener('pointerover', (event) => event.stopImmediatePropagation(), { capture: true }),
      );
      await page.goto(path);
      await untilHydrated(page);
      const early = await page.evaluate(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const files = performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime }));
        return {
          isPainted: paint !== undefined,
          files: files.filter(({ startTime }) => startTime < (paint?.startTime ?? 0)),
        };
      });
      expect(early).toEqual({ isPainted: true, files: [] });
    });
  }

  test('EmailJS is not fetched on a page without the form', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto('/inicio');
    await untilHydrated(page);
    await page.waitForLoadState('networkidle');
    expect(scripts.join('\n')).toMatch(/\/react-/);
    expect(scripts.join('\n')).not.toMatch(/\/es-/);
  });

  test('the other pages come with the first one: a link asks for nothing more', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/inicio');
    await untilHydrated(page);
    // A busy browser fetches the text font later than it is idle for the network.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('text-font'))).not.toBeNull();
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.getByRole('banner').getByRole('link', { name: 'Sobre mim' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre mim');
    expect(scripts).toEqual([]);
  });
});

test.describe('The styles', () => {
  /** What every element of the page looks like, with what is generated before and after it. */
  const readLooks = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('body, body *')].flatMap((element) =>
        [undefined, '::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part);
          return `${element.outerHTML.slice(0, 60)} ${part}: ${[...style].map((name) => style.getPropertyValue(name)).join()}`;
        }),
      ),
    );

  for (const viewport of [WIDE, NARROW]) {
    test(`of a page ${viewport.width} px wide are all in it: those of the other pages change nothing`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectNoise(/Failed to load resource/);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await holdScripts(page);
      for (const path of PATHS) {
        await page.route('**/*.css', (route) => route.abort());
        await page.goto(path);
        const own = await readLooks(page);
        await page.unroute('**/*.css');
        await page.addStyleTag({ url: (await page.locator('[data-styles]').getAttribute('data-styles')) ?? '' });
        expect(await readLooks(page), path).toEqual(own);
      }
    });
  }
});

test.describe('The fonts', () => {
  test('of headings are in the page itself, with every letter they need', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.setViewportSize(WIDE);
    for (const path of [...PATHS, '/mensagem-enviada']) {
      await page.goto(path);
      expect(await readFonts(page, 'h1, h2, header > p, header a'), path).toEqual(['of the site']);
    }
    expect(fetched.join('\n')).not.toMatch(/bricolage/);
  });

  test('of text come into use on the next page, and never change a word that is painted', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/inicio');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('text-font'))).toMatch(/atkinson/);
    expect(await readFonts(page, 'main p')).toEqual(['of the system']);

    await page.getByRole('banner').getByRole('link', { name: 'Sobre mim' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre mim');
    await expect.poll(() => readFonts(page, 'main p')).toEqual(['of the site']);

    // A browser that is too busy to have it at hand in time may do without once more.
    await expect
      .poll(async () => {
        await page.reload();
        return readFonts(page, 'main p');
      })
      .toEqual(['of the site']);
  });
});

test.describe('Before the script has come', () => {
  test('the menu opens and closes, and stays as it is when React takes over', async ({ page }) => {
    await page.setViewportSize(NARROW);
    const letGo = await holdScripts(page);
    await page.goto('/projetos');
    const menu = page.getByRole('dialog');
    const button = page.locator('button[aria-haspopup="dialog"]');

    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(menu).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'Fechar menu' }).click();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(menu).toBeVisible();

    letGo();
    await untilHydrated(page);
    await expect(menu).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('a chosen arrow turns the page of projects as soon as the script is there, as often as it was chosen', async ({
    page,
  }) => {
    await page.setViewportSize(WIDE);
    const letGo = await holdScripts(page);
    await page.goto('/projetos');
    const next = page.getByRole('button', { name: 'Próximos projetos' });
    const status = page.getByRole('main').getByRole('status');

    for (let click = 0; click < 3; click += 1) await next.click();
    await expect(status).toHaveText('Projetos 1 a 4 de 5');

    letGo();
    await expect(status).toHaveText('Projeto 5 de 5');
    await expect(page.getByRole('article').filter({ visible: true })).toHaveText([/Projetos futuros/]);
    await next.click();
    await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(4);
  });

  test('a reader who has scrolled stays there when React takes over, and finds the place again on coming back', async ({
    page,
  }) => {
    await page.setViewportSize(NARROW);
    const letGo = await holdScripts(page);
    await page.goto('/projetos');
    await page.mouse.wheel(0, 700);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);

    const taken = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('hydrated', () => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        ),
    );
    await page.evaluate(() => 'the page listens now');
    letGo();
    await taken;
    expect(await page.evaluate(() => scrollY)).toBe(700);

    await followLink(page, 'Sobre mim');
    await expect(page).toHaveURL('/sobremim');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  });

  test('what is typed stays, and the form can be sent as soon as the script is there', async ({ page }) => {
    const letGo = await holdScripts(page);
    await page.goto('/contato');
    const form = contactForm(page);
    const message = buildMessage();
    await fillIn(form, message);
    await form.send.click();

    letGo();
    await expect(page.getByText(/^Mensagem enviada! Aguarde [1-5] segundos/)).toBeVisible();
  });

  test('a form that is sent is posted by the browser if the script never comes', async ({ page, storedMessages }) => {
    await holdScripts(page);
    await page.goto('/contato', { waitUntil: 'domcontentloaded' });
    const form = contactForm(page);
    const message = buildMessage();
    await fillIn(form, message);
    await form.send.click();
    await expect(page).toHaveURL('/mensagem-enviada');
    expect(await storedMessages.from(message.email)).toEqual([message]);
  });

  for (const [what, file] of [
    ['one part of the script', 'site-*.js'],
    ['the styles of the other pages', 'site-*.css'],
  ] as const) {
    test(`a page that cannot have ${what} stays as it is, with what was typed, and the form can be sent`, async ({
      page,
      storedMessages,
      consoleGuard,
    }) => {
      consoleGuard.expectNoise(/Failed to load resource|site-/);
      await page.route(`**/assets/${file}`, (route) => route.abort());
      const asleep = page.waitForEvent('requestfailed', (request) => request.url().includes('site-'));
      await page.goto('/contato');
      const form = contactForm(page);
      const message = buildMessage();
      await fillIn(form, message);
      await asleep;
      await expect(form.text).toHaveValue(message.text);
      await form.send.click();
      await expect(page).toHaveURL('/mensagem-enviada');
      expect(await storedMessages.from(message.email)).toEqual([message]);
    });
  }

  test('a link that is chosen is followed by the browser', async ({ page }) => {
    await holdScripts(page);
    await page.setViewportSize(WIDE);
    await page.goto('/inicio');
    await page.getByRole('banner').getByRole('link', { name: 'Projetos' }).click();
    await expect(page).toHaveURL('/projetos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projetos');
  });

  // In a page of its own: a window that changes its size ends a transition between pages with an error.
  test('a link that is chosen in the menu is followed by the browser', async ({ page }) => {
    await holdScripts(page);
    await page.setViewportSize(NARROW);
    await page.goto('/projetos');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
    await expect(page.getByRole('heading', { name: 'Envie uma mensagem...' })).toBeVisible();
  });

  test('a link leads to its page even if the script never comes', async ({ page, consoleGuard }) => {
    consoleGuard.expectNoise(/Failed to load resource/);
    await page.setViewportSize(WIDE);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/inicio');
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
    await expect(page.getByRole('heading', { name: 'Envie uma mensagem...' })).toBeVisible();
  });

  test('a link leads to its page even if nobody answers for the script', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await holdScripts(page);
    await page.goto('/inicio', { waitUntil: 'domcontentloaded' });
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL('/contato');
  });
});

test.describe('When React has taken over', () => {
  test.beforeEach(({ page }) => page.setViewportSize(NARROW));

  test('a reader who loads the page again finds it where it was', async ({ page }) => {
    await page.goto('/sobremim');
    await untilHydrated(page);
    await page.evaluate(() => scrollTo(0, 300));
    await page.reload();
    await untilHydrated(page);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(300);
  });

  test('the skip link leads to the content, again and again', async ({ page }) => {
    for (const path of ['/sobremim', '/contato', '/sobremim']) {
      await page.goto(path);
      await untilHydrated(page);
      await page.evaluate(() => scrollTo(0, 400));
      await page.getByRole('link', { name: /Pular para o conteúdo/ }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
  });

  test('each page is found again where it was left, whatever lies between', async ({ page }) => {
    await page.goto('/sobremim');
    await untilHydrated(page);
    await page.evaluate(() => scrollTo(0, 300));
    await followLink(page, 'Projetos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projetos');
    await page.goto('/contato');
    await untilHydrated(page);
    await page.evaluate(() => scrollTo(0, 150));
    await page.goBack();
    await untilHydrated(page);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre mim');
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(300);
  });

  test('an address with a slash behind it is the same page', async ({ page, baseURL }) => {
    await page.route('**/contato/', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `${baseURL}/contato` }) });
    });
    await page.goto('/contato/');
    await untilHydrated(page);
    await expect(contactForm(page).send).toBeDisabled();
    await fillIn(contactForm(page), buildMessage());
    await expect(contactForm(page).send).toBeEnabled();
  });
});

test.describe('Light and dark', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test('follow the system, and the switch turns them over, on every page and after a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/inicio');
    const toggle = page.getByRole('button', { name: 'Tema escuro' });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    const light = await background(page);

    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    const dark = await background(page);
    expect(dark).not.toBe(light);

    for (const path of [...PATHS, '/inicio']) {
      await page.goto(path);
      expect(await background(page), path).toBe(dark);
      await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    }

    await toggle.click();
    await expect.poll(() => background(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background(page)).toBe(dark);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  });

  test('a choice is in force before anything is painted', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/inicio');
    const theme = page.getByRole('button', { name: 'Tema escuro' });
    await theme.click();
    // The theme changes in a view transition, which begins with the next frame.
    await expect(theme).toHaveAttribute('aria-pressed', 'true');
    await page.addInitScript(() => {
      // Runs when the body begins: nothing is painted before there is one.
      new MutationObserver((_, observer) => {
        if (document.body === null) return;
        observer.disconnect();
        Object.assign(window, { themeAtFirst: document.documentElement.dataset['theme'] });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    // The value is the init script's own.
    expect(await page.evaluate(() => (window as unknown as { themeAtFirst?: string }).themeAtFirst)).toBe('dark');
  });

  test('the switch works where the browser stores nothing, too', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/inicio');
    const light = await background(page);
    const toggle = page.getByRole('button', { name: 'Tema escuro' });
    await toggle.click();
    await expect.poll(() => background(page)).not.toBe(light);
    await toggle.click();
    await expect.poll(() => background(page)).toBe(light);
  });

  test('the switch works on the page for unknown addresses, too', async ({ page, consoleGuard }) => {
    consoleGuard.expectNoise(/Failed to load resource.*404/);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/nao-existe');
    const light = await background(page);
    await page.getByRole('button', { name: 'Tema escuro' }).click();
    await expect.poll(() => background(page)).not.toBe(light);
  });
});

test('a page that cannot arrive with movement arrives without, and nobody calls it an error', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/inicio');
  await untilHydrated(page);
  const isGivenUp = page.evaluate(async () => {
    if (!('activeViewTransition' in document)) return true;
    while (!document.activeViewTransition) await new Promise(requestAnimationFrame);
    document.activeViewTransition.skipTransition();
    return true;
  });
  await page.getByRole('banner').getByRole('link', { name: 'Projetos' }).click();
  expect(await isGivenUp).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projetos');
});

test('a visitor who wants no motion gets none, on any page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of PATHS) {
    await page.goto(path);
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/inicio');
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});

test('nor is the menu, the way to the next page or the turn of the cards a movement for them', async ({ page }) => {
  /** The names of all that is animated in any frame on the way from Home by the menu to Projects and to its next cards. */
  async function watchJourney(reducedMotion: 'reduce' | 'no-preference'): Promise<string[]> {
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize(NARROW);
    await page.goto('/inicio');
    await untilHydrated(page);
    await page.evaluate(() => {
      const seen = new Set<string>();
      const look = () => {
        for (const animation of document.getAnimations())
          seen.add(animation instanceof CSSAnimation ? animation.animationName : 'another');
        requestAnimationFrame(look);
      };
      look();
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        Object.assign(window, { transition });
        return transition;
      };
      Object.assign(window, { seen });
    });
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Projetos' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projetos');
    // A window that changes its size ends the way to the next page.
    await page.evaluate(() => (Reflect.get(window, 'transition') as ViewTransition).finished);
    await page.setViewportSize(WIDE);
    await page.getByRole('button', { name: 'Próximos projetos' }).click();
    await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(1);
    return page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)]);
  }

  expect(await watchJourney('reduce')).toEqual([]);
  expect(await watchJourney('no-preference')).toEqual(expect.arrayContaining(['showSidebar', 'flow', 'washForward']));
});

for (const path of PATHS) {
  test(`${path} does not scroll sideways, from the 320 px of WCAG 1.4.10 to 2560, nor when its text is twice as large`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const findOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const width of [320, 360, 480, 768, 769, 1024, 1920, 2560, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await findOverflow(), `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await findOverflow(), 'text twice as large').toBeLessThanOrEqual(0);
    // The header of a phone is one row then, too.
    await page.setViewportSize({ width: 360, height: 740 });
    const header = page.getByRole('banner');
    const [name, menu] = [header.getByText('Dev do litoral'), header.getByRole('button', { name: 'Abrir menu' })];
    expect(Number((await menu.boundingBox())?.y)).toBeLessThan(Number((await name.boundingBox())?.y) + 44);
  });
}

test.describe('Found and shared', () => {
  test('every page has an address and a preview of its own, and Home says whose site it is', async ({ page }) => {
    const seen = new Map<string, string[]>();
    for (const path of PATHS) {
      await page.goto(path);
      const canonical = (await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '';
      expect(new URL(canonical).pathname).toBe(path);
      const read = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content');
      expect(await read('og:url')).toBe(canonical);
      expect(await read('og:image')).toBe(new URL('/previa.png', canonical).href);
      await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
      if (path === '/inicio') {
        const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
        expect(data['@type']).toBe('ProfilePage');
      }
      for (const part of ['og:title', 'og:description']) {
        seen.set(part, [...(seen.get(part) ?? []), (await read(part)) ?? '']);
      }
    }
    for (const [part, values] of seen) expect(new Set(values).size, part).toBe(PATHS.length);
  });

  test('the files that crawlers and phones ask for are there', async ({ page, request }) => {
    await page.goto('/inicio');
    const sitemap = await (await request.get('/sitemap.xml')).text();
    for (const path of PATHS) expect(sitemap).toContain(`${path}</loc>`);
    expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: https:.*\/sitemap.xml/);

    const icon = (await page.locator('link[rel="icon"]').getAttribute('href')) ?? '';
    const drawing = await (await request.get('/favicon.svg')).text();
    expect(decodeURIComponent(icon)).toBe(`data:image/svg+xml,${drawing.trim()}`);

    for (const src of ['/icone-180.png', '/previa.png']) {
      const answer = await request.get(src);
      expect(answer.status(), src).toBe(200);
      expect(answer.headers()['content-type'], src).toMatch(/^image\//);
    }
  });
});

test('on a tablet name and address stand in one row of the form', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/contato');
  const [name, email] = [await page.getByLabel('Nome').boundingBox(), await page.getByLabel('Email').boundingBox()];
  expect(email?.y).toBe(name?.y);
});

test('until the script is there waves stand in the place of each picture of Home', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/inicio');
  await expect(page.getByRole('region', { name: 'Alguns projetos' }).locator('h3')).toHaveCount(3);
  for (const title of await page.locator('section h3').all())
    await expect(title.locator('xpath=../preceding-sibling::div')).toHaveCSS('background-image', /svg/);
});
