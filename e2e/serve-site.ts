import { createServer } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import express from 'express';
import { LOOPBACK, listenOnLoopback } from '../scripts/loopback.ts';
import { buildSite } from '../scripts/prepare.mjs';
import { readBuiltSite, setSecurityHeaders } from '../server/src/http/built-site.ts';
import { createStaticSite } from '../server/src/http/static-site.ts';
import { findOrInstallBrowser } from './find-browser.ts';

/** Builds the site, serves it, and opens a browser. */
export async function lookAtSite(work: (browser: Browser, origin: string) => Promise<unknown>): Promise<void> {
  await buildSite();
  const executablePath = await findOrInstallBrowser();
  const site = await serveSite('client/dist');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    await work(browser, site.origin);
  } finally {
    await browser.close();
    site.close();
  }
}

/** As our server does, without a database. */
export async function serveSite(dir: string): Promise<{ origin: string; close: () => void }> {
  const site = readBuiltSite(dir);
  const server = createServer(express().use(setSecurityHeaders(site), createStaticSite(site)));
  const port = await listenOnLoopback(server);
  return {
    origin: `http://${LOOPBACK}:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
