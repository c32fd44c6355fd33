/**
 * Draws the link preview (1200 by 630, ogp.me) and the icons of phones with Chromium: `node client/build/design/make-images.mjs`, with
 * CHROME_PATH where Chromium is not /usr/bin/chromium.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const at = (path) => new URL(path, import.meta.url);
const font = readFileSync(at('../../src/styles/fonts/bricolage-grotesque.woff2')).toString('base64');
const wave = (y, amplitude) => `M-40 ${y}q80-${amplitude} 160 0${'t160 0'.repeat(8)}V700H-40z`;

const mark = `<path fill="#f0743f" d="M6 35a26.5 26.5 0 1 1 52 0q-4.3-4.5-8.66 0t-8.66 0-8.66 0-8.66 0-8.66 0-8.66 0z"/>
  <g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="3">
  <path d="M6 42q4.3-4.5 8.66 0t8.66 0 8.66 0 8.66 0 8.66 0 8.66 0"/><path d="M10 49.5q4.4-4.5 8.8 0t8.8 0 8.8 0 8.8 0 8.8 0"/>
  <path d="M18 57q4.65-4.5 9.3 0t9.3 0 9.3 0"/></g>`;

const preview = `<style>
  @font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
  * { margin: 0 } body { inline-size: 1200px; block-size: 630px; overflow: hidden; background: #f7fcfc; position: relative }
  h1 { position: absolute; inset: 84px auto auto 80px; font: 700 116px/0.98 Display; letter-spacing: -0.035em; color: #04131b }
  svg { position: absolute; inset: 0 }
  </style><svg width="1200" height="630"><g transform="translate(770 150) scale(5.6)" color="#358f98">${mark}</g>
  <path fill="#b4d6d9" d="${wave(470, 50)}"/><path fill="#5aa3ab" d="${wave(505, -46)}"/><path fill="#003441" d="${wave(540, 44)}"/></svg>
  <h1>Olá! Eu sou<br>dev web<br>full-stack.</h1>`;

const icon = (size) => `<style>* { margin: 0 } svg { display: block; background: #003441; color: #e6f3f3 }</style>
  <svg width="${size}" height="${size}" viewBox="-14 -14 92 92">${mark}</svg>`;

const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
await draw('previa.png', 1200, 630, preview);
await draw('icone-180.png', 180, 180, icon(180));
await draw('icone-192.png', 192, 192, icon(192));
await draw('icone-512.png', 512, 512, icon(512));
await browser.close();

async function draw(name, width, height, html) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: fileURLToPath(at(`../../src/content/public/${name}`)) });
  await page.close();
}
