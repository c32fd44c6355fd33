import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../scripts/loopback.ts';
import { chromiumLaunchOptions } from './chromium.ts';
import { runScript } from './script-process.ts';

const SAMPLE = fileURLToPath(new URL('../client/sample-content', import.meta.url));
/** Always the same, so that what is generated from it does not pile up. */
const CONTENT = fileURLToPath(new URL('../client/.generated/dev-content', import.meta.url));

test.use({ launchOptions: chromiumLaunchOptions(0) });

test('npm run dev shows a mistake over the page, with its line, and the page again when it is mended', async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-dev-'));
  cpSync(SAMPLE, CONTENT, { recursive: true });
  const port = await findFreePort();
  const dev = await runScript(
    'dev',
    [],
    { PORT: String(port), CONTENT_DIR: CONTENT, DATA_DIR: path.join(folder, 'data'), SITE_DIR: 'client/dist-e2e' },
    /is at http:\/\/localhost(:\d+)/,
  );
  try {
    await page.goto(`http://127.0.0.1${dev.found}/sobremim`);
    await expect(page.getByRole('heading', { name: 'Perto do mar' })).toBeVisible();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });

    const file = path.join(CONTENT, 'about.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('heading: Perto do mar', "heading: 'Perto do rio"));
    const overlay = page.locator('vite-error-overlay');
    await expect(overlay).toContainText('about.yaml:4:');
    await expect(overlay).toContainText("heading: 'Perto do rio");
    await expect(overlay).toContainText('esperado aspas no fim do texto');
    expect(loads).toBe(0);
    await page.reload();
    await expect(overlay).toContainText('about.yaml:4:');

    writeFileSync(file, before.replace('heading: Perto do mar', "heading: 'Perto do rio'"));
    await expect(page.getByRole('heading', { name: 'Perto do rio' })).toBeVisible();
    await expect(overlay).toHaveCount(0);
    // The reload above, and the one after the mistake.
    expect(loads).toBeLessThanOrEqual(2);
  } finally {
    await dev.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
