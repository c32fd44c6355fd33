import { findOrInstallBrowser } from './browser.mjs';
import { buildServer, buildSite, generate, install } from './prepare.mjs';

/** The site the browser tests look at: e-mail on, at a host that only their own browser knows. */
export const E2E_SITE = {
  SITE_DIR: 'client/dist-e2e',
  CONTENT_DIR: 'client/sample-content',
  SITE_URL: 'https://exemplo.test',
  VITE_API_URL: '',
  VITE_EMAILJS_SERVICE_ID: 'service_teste',
  VITE_EMAILJS_TEMPLATE_ID: 'template_teste',
  VITE_EMAILJS_PUBLIC_KEY: 'chave_teste',
  VITE_EMAILJS_ORIGIN: 'http://emailjs.test',
  MESSAGE_RETENTION_DAYS: '',
};

/**
 * Makes all that the browser tests need.
 *
 * @returns {Promise<string>} the path of their browser
 */
export async function prepareBrowserTests() {
  await buildForBrowserTests();
  return findOrInstallBrowser();
}

/** The same for a test that takes the browsers that are there. */
export async function buildForBrowserTests() {
  await install();
  await generate();
  await buildServer();
  await buildSite(E2E_SITE);
}
