import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOrInstallBrowser } from './browser.mjs';

/**
 * A machine without a browser. What is in `programs` is there; what is in `broken` is there and does not run.
 * @param {Partial<import('./browser.mjs').Machine> & { programs?: string[], broken?: string[] }} [overrides]
 */
function buildMachine({ programs = [], broken = [], ...overrides } = {}) {
  /** @type {string[]} */
  const done = [];
  /** @type {import('./browser.mjs').Machine} */
  const machine = {
    platform: 'linux',
    isRoot: false,
    env: { PATH: '/usr/bin' },
    playwrightsOwn: async () => '/cache/chrome',
    isProgram: (path) => [...programs, ...broken].includes(path),
    start: async (path) => {
      if (broken.includes(path)) throw new Error('it is only a script that says where to get it');
    },
    download: async () => {
      done.push('download');
      throw new Error('downloads are closed');
    },
    aptInstall: async () => {
      done.push('apt');
      programs.push('/usr/bin/chromium-headless-shell');
    },
    ...overrides,
  };
  return { machine, done };
}

describe('the browser of the tests', () => {
  it('is the one CHROME_PATH names, before any other', async () => {
    const { machine } = buildMachine({
      programs: ['/opt/mine', '/usr/bin/chromium'],
      env: { PATH: '/usr/bin', CHROME_PATH: '/opt/mine' },
    });
    expect(await findOrInstallBrowser(machine)).toBe('/opt/mine');
  });

  it('is never another than the one CHROME_PATH names', async () => {
    const { machine, done } = buildMachine({
      programs: ['/usr/bin/chromium'],
      env: { PATH: '/usr/bin', CHROME_PATH: '/opt/gone' },
    });
    await expect(findOrInstallBrowser(machine)).rejects.toThrow(/^CHROME_PATH: .* given "\/opt\/gone"\.$/);
    expect(done).toEqual([]);
  });

  it('is one on the PATH that runs; nothing is installed', async () => {
    const { machine, done } = buildMachine({
      programs: ['/usr/bin/google-chrome'],
      broken: ['/usr/bin/chromium-browser'],
    });
    expect(await findOrInstallBrowser(machine)).toBe('/usr/bin/google-chrome');
    expect(done).toEqual([]);
  });

  it.each([
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', {}],
    ['win32', join('C:/Programs', 'Microsoft/Edge/Application/msedge.exe'), { PROGRAMFILES: 'C:/Programs' }],
  ])('is found in the usual places of %s', async (platform, path, env) => {
    const { machine } = buildMachine({ platform, env, programs: [path] });
    expect(await findOrInstallBrowser(machine)).toBe(path);
  });

  it("is Playwright's own when that was downloaded before", async () => {
    const { machine, done } = buildMachine({ programs: ['/cache/chrome'] });
    expect(await findOrInstallBrowser(machine)).toBe('/cache/chrome');
    expect(done).toEqual([]);
  });

  it('is downloaded by Playwright when there is none, which is enough also for root', async () => {
    /** @type {string[]} */
    const programs = ['/usr/bin/apt-get'];
    const { machine, done } = buildMachine({
      isRoot: true,
      programs,
      download: async () => void programs.push('/cache/chrome'),
    });
    expect(await findOrInstallBrowser(machine)).toBe('/cache/chrome');
    expect(done).toEqual([]);
  });

  it('is the headless shell where there is one, as it is the quickest', async () => {
    const { machine } = buildMachine({ programs: ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'] });
    expect(await findOrInstallBrowser(machine)).toBe('/usr/bin/chromium-headless-shell');
  });

  it('is the package of the headless shell for root on Debian when downloads are closed', async () => {
    const { machine, done } = buildMachine({ isRoot: true, programs: ['/usr/bin/apt-get'] });
    expect(await findOrInstallBrowser(machine)).toBe('/usr/bin/chromium-headless-shell');
    expect(done).toEqual(['download', 'apt']);
  });

  it('is asked for in one line when nothing helps', async () => {
    const { machine, done } = buildMachine({ programs: ['/usr/bin/apt-get'] });
    await expect(findOrInstallBrowser(machine)).rejects.toThrow(/^The browser tests need Chromium or Chrome[^\n]*$/);
    expect(done).toEqual(['download']);
  });
});
