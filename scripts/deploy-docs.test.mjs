import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TOP } from './project.mjs';

/** @param {string} file */
const read = (file) => readFileSync(join(TOP, file), 'utf8');

test('the Portuguese guide to going online says what the English one does', () => {
  const [english, portuguese] = ['docs/deploy.md', 'docs/deploy.pt-BR.md'].map((file) => {
    const text = read(file);
    return {
      headings: text.match(/^#+ /gm),
      rows: text.match(/^\|/gm)?.length,
      commands: text.match(/^```\n[\s\S]*?^```/gm),
      variables: text.match(/\b[A-Z]{2,}_[A-Z_]+\b/g)?.toSorted(),
    };
  });
  expect(portuguese).toEqual(english);
});

test('the files of hosts name what there is: the Dockerfile, the port, the address of the health check, known variables', () => {
  const known = read('.env.example');
  expect(read('Dockerfile')).toMatch(/\nENV NODE_ENV=production PORT=3000\n/);
  expect(read('fly.toml')).toContain('internal_port = 3000');
  for (const file of ['render.yaml', 'fly.toml']) {
    const text = read(file);
    const [, dockerfile = ''] = /dockerfile(?:Path)?(?::| =) "?([\w./]+)/.exec(text) ?? [];
    expect(existsSync(join(TOP, dockerfile)), dockerfile).toBe(true);
    expect(text).toMatch(/"?\/health\/live"?\n/);
    expect(read('server/src/app.ts')).toContain("app.get('/health/live'");
    for (const [, name] of text.matchAll(/(?:key: |^ {2})([A-Z_]+)/gm)) expect(known).toContain(`\n${name}=`);
  }
  expect(JSON.parse(read('vercel.json'))).toMatchObject({ outputDirectory: 'client/dist', cleanUrls: true });
});
