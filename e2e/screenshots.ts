import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TOP } from '../scripts/project.mjs';
import { lookAtSite } from './serve-site.ts';

const FOLDER = join(TOP, 'screenshots');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1280, 1920];

interface State {
  name: string;
  path: string;
  /** Where only some widths have it. */
  widths?: number[];
  prepare?: (page: Page) => Promise<unknown>;
}

/** Every page, and every state of a page that looks different. */
const STATES: State[] = [
  { name: 'inicio', path: '/inicio' },
  { name: 'sobremim', path: '/sobremim' },
  { name: 'projetos', path: '/projetos' },
  { name: 'contato', path: '/contato' },
  { name: 'nao-encontrada', path: '/nao-existe' },
  { name: 'mensagem-enviada', path: '/mensagem-enviada', widths: [360, 1280] },
  {
    name: 'menu',
    path: '/inicio',
    widths: [360],
    prepare: (page) => page.getByRole('button', { name: 'Abrir menu' }).click(),
  },
  {
    name: 'projetos-ultima-pagina',
    path: '/projetos',
    widths: [1280],
    prepare: (page) => page.getByRole('button', { name: 'Próximos projetos' }).click(),
  },
  { name: 'contato-preenchido', path: '/contato', widths: [360, 1280], prepare: fillIn },
  {
    name: 'contato-enviando',
    path: '/contato',
    widths: [360, 1280],
    async prepare(page) {
      await fillIn(page);
      await page.getByRole('button', { name: 'Enviar' }).click();
      await page.getByText('Mensagem enviada!').waitFor();
    },
  },
];

/** `npm run screenshots`: pictures of every page and state as a second visit finds them. The README shows one, copied to docs/screenshots. */
export async function screenshots(): Promise<void> {
  await lookAtSite(async (browser, origin) => {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    for (const { name, path, widths = WIDTHS, prepare } of STATES) {
      for (const width of widths) {
        for (const colorScheme of THEMES) {
          // At rest, so that a picture changes only when the site does.
          const context = await browser.newContext({
            viewport: { width, height: width < 700 ? 740 : 800 },
            colorScheme,
            reducedMotion: 'reduce',
            locale: 'pt-BR',
          });
          const page = await context.newPage();
          await page.goto(origin + path);
          await page.waitForLoadState('networkidle');
          // The fonts are used from the second visit on.
          await page.reload();
          await page.waitForLoadState('networkidle');
          await prepare?.(page);
          await page.screenshot({
            path: join(FOLDER, `${name}-${width}-${colorScheme}.png`),
            fullPage: name !== 'menu',
          });
          await context.close();
        }
      }
      console.log(name);
    }
  });
}

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Nome' }).fill('Ana Souza');
  await page.getByRole('textbox', { name: 'Email' }).fill('ana@exemplo.com.br');
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Olá! Gostei muito dos seus projetos. Vamos conversar?');
}
