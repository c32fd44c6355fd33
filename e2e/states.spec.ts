/** What a visitor meets on the way: an icon under the pointer, a field that the browser filled in, a tap, the words of a shared link. */
import type { CDPSession, Page } from '@playwright/test';
import Color from 'colorjs.io';
import { openContactForm } from './contact-form.ts';
import { expect, PAGES, test, untilHydrated, WIDE } from './fixtures.ts';

/** Puts an element into a state that only the browser itself can, such as `autofill`. */
async function forceState(session: CDPSession, selector: string, state: string): Promise<void> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [state] });
}

/** A colour of the design by its name in tokens.css, as the page has it. */
function readColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}

test.describe('Where motion is wanted', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('an icon rests under the pointer, and while it has the focus', async ({ page }) => {
    await page.goto('/inicio');
    const icons = page.getByRole('region', { name: 'Tecnologias que uso' }).getByRole('listitem');
    const motionOf = (index: number) =>
      icons.nth(index).evaluate((icon) => icon.getAnimations().map(({ playState }) => playState));
    expect(await motionOf(0)).toEqual(['running']);
    // Not `hover`, which waits until it stands still.
    await icons.nth(0).evaluate((icon) => icon.scrollIntoView({ block: 'center' }));
    const box = await icons.nth(0).boundingBox();
    await page.mouse.move(Number(box?.x) + Number(box?.width) / 2, Number(box?.y) + Number(box?.height) / 2);
    await expect.poll(() => motionOf(0)).toEqual(['paused']);
    await icons.nth(1).getByRole('link').focus();
    await expect.poll(() => motionOf(1)).toEqual(['paused']);
  });

  test('the wavy line slides to the link of the next page', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto('/inicio');
    await untilHydrated(page);
    // Looked for at each frame, as it lasts for a fraction of a second.
    const slide = page.evaluate(
      () =>
        new Promise<unknown[][]>((resolve) => {
          const look = () => {
            const lines = document
              .getAnimations()
              .map((animation) => animation.effect as KeyframeEffect)
              .filter(({ pseudoElement }) => pseudoElement === '::view-transition-group(line)');
            if (lines.length > 0) resolve(lines.map((line) => line.getKeyframes().map(({ transform }) => transform)));
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await page.getByRole('banner').getByRole('link', { name: 'Projetos' }).click();
    const lines = await slide;
    expect(lines).toHaveLength(1);
    const [from, to] = lines[0] ?? [];
    expect(from).not.toBe(to);
  });
});

test('a field that the browser has filled in keeps the colours of a field', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const form = await openContactForm(page);
    const look = () =>
      form.name.evaluate((field) => {
        const { boxShadow, webkitTextFillColor } = getComputedStyle(field);
        return { boxShadow, webkitTextFillColor };
      });
    const { backgroundColor, color } = await form.name.evaluate((field) => {
      const style = getComputedStyle(field);
      return { backgroundColor: style.backgroundColor, color: style.color };
    });
    await forceState(await page.context().newCDPSession(page), 'input[name="name"]', 'autofill');
    // The browser's own background cannot be taken away: a shadow of the field's colour lies over it.
    expect((await look()).boxShadow).toContain(`${backgroundColor} 0px 0px 0px`);
    expect((await look()).webkitTextFillColor).toBe(color);
  }
});

test('a field that holds what it needs shows a tick once it is left', async ({ page }) => {
  const form = await openContactForm(page);
  const mark = () =>
    form.name.evaluate((field) => getComputedStyle(field.nextElementSibling as Element, '::after').content);
  expect(await mark()).toBe('none');
  await form.name.pressSequentially('Ana Souza');
  await form.email.focus();
  await expect.poll(mark).toMatch(/^"✓"/);
});

test.describe('On a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('nothing looks as if the pointer were still on it after a tap', async ({ page }) => {
    await page.goto('/inicio');
    await untilHydrated(page);
    const button = page.getByRole('button', { name: 'Tema escuro' });
    const look = () =>
      button.evaluate((element) => {
        const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(element);
        return { backgroundColor, borderColor, outlineStyle };
      });
    // Twice, so that the theme is the same again.
    await button.tap();
    await button.tap();
    // For the browser it is.
    await expect.poll(() => button.evaluate((element) => element.matches(':hover'))).toBe(true);
    const tapped = await look();
    await page.reload();
    expect(tapped).toEqual(await look());
    expect(await button.evaluate((element) => Reflect.get(getComputedStyle(element), 'webkitTapHighlightColor'))).toBe(
      'rgba(0, 0, 0, 0)',
    );
  });
});

test('at night waves and logo can be seen (WCAG 1.4.11)', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/inicio');
    const [wave, sky] = [await readColour(page, '--color-wave'), await readColour(page, '--color-page')];
    expect(new Color(wave).contrast(sky, 'WCAG21'), colorScheme).toBeGreaterThanOrEqual(3);
  }
});

for (const path of ['/nao-existe', '/mensagem-enviada']) {
  test(`${path} carries mark, name and skip link`, async ({ page, consoleGuard }) => {
    consoleGuard.expectNoise(/404 \(Not Found\)/);
    await page.goto(path);
    const header = page.getByRole('banner');
    await expect(header).toContainText('Dev do litoral');
    await expect(header.locator('svg').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
  });
}

test("a shared link says what the site is about, and Home's ways on do not repeat the menu", async ({ page }) => {
  await page.goto('/inicio');
  for (const title of [await page.title(), await page.locator('meta[property="og:title"]').getAttribute('content')])
    expect(title).toBe('Dev web full-stack, litoral sul do Brasil · Dev do litoral');
  const waysOn = await page
    .getByRole('main')
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.textContent.toLocaleLowerCase('pt-BR').trim()));
  expect(waysOn).toEqual(expect.arrayContaining(['ver o que já fiz', 'fale comigo', 'minha história']));
  const menu = PAGES.map(({ link }) => link.toLocaleLowerCase('pt-BR'));
  expect(waysOn.filter((words) => menu.includes(words))).toEqual([]);
});
