import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HtmlValidate } from 'html-validate';
import { expect, test } from './fixtures.ts';
import { SITE_DIR } from './server-process.ts';

/** These presets check the standard, and no style (quotes, capitals, closing slashes). */
const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });

async function findFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

test('every page is valid HTML', async () => {
  const pages = (await readdir(SITE_DIR)).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThanOrEqual(8);

  for (const page of pages) {
    expect(await findFaults(await readFile(path.join(SITE_DIR, page), 'utf8')), page).toEqual([]);
  }
});

test('so is the page that gives a refused message back to a visitor without scripts', async ({ request }) => {
  const form = { name: 'Ana "A" <Souza>', email: 'ana', text: 'Olá & até logo </textarea>' };
  const answer = await request.post('/save-message', { form });
  const page = await answer.text();
  expect(page).toContain('Olá &amp; até logo');
  expect(await findFaults(page)).toEqual([]);
});

test('the validator finds what is wrong', async () => {
  expect(await findFaults('<!doctype html><p><div>a block inside a paragraph</div></p>')).not.toEqual([]);
});
