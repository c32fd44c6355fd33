import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeFullContent } from '../../e2e/fork-content.ts';
import { topFolder } from './folders.ts';

const leftovers: string[] = [];

afterEach(() => {
  for (const folder of leftovers.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function cloneRepository() {
  // Below node_modules, so that it finds its packages.
  const cache = path.join(topFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'fork-'));
  leftovers.push(folder);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  for (const name of ['client', 'content', 'contract', 'tsconfig.base.json', '.gitignore']) {
    cpSync(path.join(topFolder, name), path.join(folder, name), {
      recursive: true,
      filter: (source) => !/[\\/](dist|dist-e2e|\.generated|node_modules)$/.test(source.slice(topFolder.length)),
    });
  }
  git('init', '--quiet', '--initial-branch=main');
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', `--message=${message}`);
  };
  commit('Version 1');
  return { folder, git, commit };
}

function replaceIn(file: string, from: string, to: string) {
  const source = readFileSync(file, 'utf8');
  expect(source).toContain(from);
  writeFileSync(file, source.replace(from, to));
}

test('a new version merges without a conflict into a fork whose content is all its own, and needs no change of it', async () => {
  const { folder, git, commit } = cloneRepository();
  const client = path.join(folder, 'client');

  git('switch', '--quiet', '--create=fork');
  rmSync(path.join(folder, 'content'), { recursive: true });
  await writeFullContent(path.join(folder, 'content'));
  for (const name of readdirSync(path.join(folder, 'content')).filter((file) => file.endsWith('.yaml'))) {
    const file = path.join(folder, 'content', name);
    expect(readFileSync(file, 'utf8')).not.toBe(readFileSync(path.join(client, 'sample-content', name), 'utf8'));
  }
  commit('My own content');

  git('switch', '--quiet', 'main');
  replaceIn(
    path.join(client, 'build/content-schema.ts'),
    'since: text.optional(),',
    'since: text.optional(),\n  pronouns: text.optional(),',
  );
  replaceIn(path.join(client, 'src/content/site.ts'), 'Pular para o conteúdo', 'Ir para o conteúdo');
  replaceIn(path.join(client, 'src/components/site-footer.tsx'), '<footer', '<footer data-version="2"');
  replaceIn(path.join(client, 'sample-content/home.yaml'), 'páginas rápidas', 'páginas leves');
  commit('Version 2');

  git('switch', '--quiet', 'fork');
  git('merge', '--quiet', '--no-edit', 'main');
  expect(git('status', '--porcelain')).toBe('');
  execFileSync(process.execPath, ['--import', 'tsx', path.join(client, 'build/build.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORTFOLIO_NO_ENV_FILE: '1' },
  });
  const page = readFileSync(path.join(client, 'dist/sobremim.html'), 'utf8');
  expect(page).toContain('Ir para o conteúdo');
  expect(page).toContain('<footer data-version="2"');
  expect(page).toContain('Maria Antonieta');
});
