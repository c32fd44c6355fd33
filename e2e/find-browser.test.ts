import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser, findOrInstallBrowser } from './find-browser.ts';

/** The only folder in PATH, so that no browser of this machine is found. */
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portfolio-browser-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROME_PATH', '');
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'playwright'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function putProgram(name: string, script = 'echo Chromium 150'): string {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return join(folder, name);
}

describe.skipIf(process.platform === 'win32')('the browser of the tests', () => {
  it('is the one CHROME_PATH names, before any other', async () => {
    putProgram('chromium');
    vi.stubEnv('CHROME_PATH', putProgram('mine'));
    expect(await findOrInstallBrowser()).toBe(join(folder, 'mine'));
  });

  it('is never another than the one CHROME_PATH names', async () => {
    putProgram('chromium');
    vi.stubEnv('CHROME_PATH', '/opt/gone');
    await expect(findOrInstallBrowser()).rejects.toThrow(/^CHROME_PATH: .* given "\/opt\/gone"\.$/);
  });

  it('is one on the PATH that runs', async () => {
    putProgram('chromium-browser', 'echo "get it elsewhere"; exit 1');
    expect(await findBrowser()).toBeUndefined();
    const present = putProgram('google-chrome');
    expect(await findOrInstallBrowser()).toBe(present);
  });

  it('is the headless shell where there is one, as it is the quickest', async () => {
    putProgram('chromium');
    expect(await findOrInstallBrowser()).toBe(join(folder, 'chromium'));
    putProgram('chromium-headless-shell');
    expect(await findOrInstallBrowser()).toBe(join(folder, 'chromium-headless-shell'));
  });
});
