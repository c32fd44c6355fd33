import { findOrInstallBrowser } from './browser.mjs';
import { buildSite, install } from './prepare.mjs';

/**
 * Builds the site, serves it, and opens a browser.
 *
 * @param {(browser: import('@playwright/test').Browser, origin: string) => Promise<unknown>} work
 */
export async function lookAtSite(work) {
  await install();
  await buildSite();
  const executablePath = await findOrInstallBrowser();
  const { chromium } = await import('@playwright/test');
  const site = await serveSite('client/dist');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    await work(browser, site.origin);
  } finally {
    await browser.close();
    site.close();
  }
}

/**
 * Serves a built site as our server does, without a database: to look at it and to measure it.
 *
 * @param {string} dir the build output
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveSite(dir) {
  // Not before they are installed.
  const { default: express } = await import('express');
  const { tsImport } = await import('tsx/esm/api');
  /** @param {string} file */
  const load = (file) => tsImport(`../server/src/http/${file}.ts`, import.meta.url);
  /** @type {typeof import('../server/src/http/built-site.ts')} */
  const { readBuiltSite } = await load('built-site');
  /** @type {typeof import('../server/src/http/security-headers.ts')} */
  const { setSecurityHeaders } = await load('security-headers');
  /** @type {typeof import('../server/src/http/static-site.ts')} */
  const { createStaticSite } = await load('static-site');

  const site = readBuiltSite(dir);
  const server = express().use(setSecurityHeaders(site), createStaticSite(site)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
