import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readContent } from './content.ts';
import { sampleContentFolder } from './folders.ts';

const folder = vi.hoisted(() => `${process.env['TMPDIR'] ?? '/tmp'}/portfolio-mistakes-${process.pid}`);
vi.mock(import('./folders.ts'), async (original) => ({
  ...(await original()),
  topFolder: folder,
  contentFolder: `${folder}/content`,
}));

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(sampleContentFolder, path.join(folder, 'content'), { recursive: true });
  mkdirSync(path.join(folder, 'content/public'));
  writeFileSync(path.join(folder, 'content/public/cv.pdf'), '');
  writeFileSync(path.join(folder, 'content/pictures/quebrada.png'), 'não é uma imagem');
  writeFileSync(path.join(folder, 'content/pictures/foto.heic'), '');
  writeFileSync(path.join(folder, 'content/pictures/sem-viewbox.svg'), '<svg><path d="M0 0"/></svg>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Mistake {
  what: string;
  file: string;
  /** Its first occurrence is replaced. */
  from: string;
  to: string;
  shownLine: string;
  /** The keys that lead to the value; a syntax error has none. */
  place?: string;
  expected: string;
  given: string;
}

/** A syntax error shows its line instead. */
const LINE = '';

const MISTAKES: Mistake[] = [
  {
    what: 'a quote that is not closed',
    file: 'projects.yaml',
    from: "title: 'Cadastro e login: frontend'",
    to: "title: 'Cadastro e login: frontend",
    shownLine: "title: 'Cadastro e login: frontend",
    expected: 'aspas no fim do texto',
    given: LINE,
  },
  {
    what: 'a quote that nothing closes',
    file: 'about.yaml',
    from: 'heading: Perto do mar',
    to: "heading: 'Perto do mar",
    shownLine: "- heading: 'Perto do mar",
    expected: 'aspas no fim do texto',
    given: LINE,
  },
  {
    what: 'a colon in a text without quotes',
    file: 'projects.yaml',
    from: "title: 'Cadastro e login: frontend'",
    to: 'title: Cadastro e login: frontend',
    shownLine: 'title: Cadastro e login: frontend',
    expected: 'o texto inteiro entre aspas',
    given: LINE,
  },
  {
    what: 'a tab',
    file: 'about.yaml',
    from: '  - heading: Perto do mar',
    to: '\t- heading: Perto do mar',
    shownLine: '- heading: Perto do mar',
    expected: 'espaços',
    given: LINE,
  },
  {
    what: 'a wrong indent',
    file: 'projects.yaml',
    from: '    title: Pixel art',
    to: '   title: Pixel art',
    shownLine: 'title: Pixel art',
    expected: ': depois da chave',
    given: LINE,
  },
  {
    what: 'a key twice',
    file: 'owner.yaml',
    from: 'gitHub:',
    to: 'linkedIn:',
    shownLine: 'linkedIn: preencher',
    expected: 'cada chave uma vez só',
    given: LINE,
  },
  {
    what: 'a text that begins with @',
    file: 'owner.yaml',
    from: "accent: '#ef713b'",
    to: 'headline: @ana',
    shownLine: 'headline: @ana',
    expected: 'o texto entre aspas',
    given: LINE,
  },
  {
    what: 'a text that begins with *',
    file: 'about.yaml',
    from: '- Prisma',
    to: '- *Prisma*',
    shownLine: '- *Prisma*',
    expected: 'o texto entre aspas',
    given: LINE,
  },
  {
    what: 'a line without a key',
    file: 'owner.yaml',
    from: 'gitHub: preencher',
    to: 'gitHub preencher',
    shownLine: 'gitHub preencher',
    expected: '"chave: valor"',
    given: LINE,
  },
  {
    what: 'a brace that is not closed',
    file: 'technologies.yaml',
    from: 'icon: nodedotjs }',
    to: 'icon: nodedotjs',
    shownLine: '- { id: type-script',
    expected: '} ou ] no fim',
    given: LINE,
  },
  {
    what: 'a backslash in double quotes',
    file: 'owner.yaml',
    from: "accent: '#ef713b'",
    to: 'headline: "C:\\dev"',
    shownLine: 'headline: "C:\\dev"',
    expected: 'aspas simples',
    given: LINE,
  },
  {
    what: 'a misspelt key',
    file: 'owner.yaml',
    from: 'gitHub:',
    to: 'gitHab:',
    shownLine: 'gitHab: preencher',
    place: 'gitHab',
    expected: 'talvez gitHub',
    given: '"preencher"',
  },
  {
    what: 'a key of another file',
    file: 'home.yaml',
    from: 'text: |',
    to: 'tools: x\ntext: |',
    shownLine: 'tools: x',
    place: 'tools',
    expected: 'uma destas: description, text',
    given: '"x"',
  },
  {
    what: 'a misspelt key of a project',
    file: 'projects.yaml',
    from: '    imageDescription: Desenho de um barco feito de quadradinhos.',
    to: '    imageDescription: Um barco.\n    focos: 50% 50%',
    shownLine: 'focos: 50% 50%',
    place: 'projects[3].focos',
    expected: 'talvez focus',
    given: '"50% 50%"',
  },
  {
    what: 'a missing key',
    file: 'technologies.yaml',
    from: ', icon: nodedotjs }',
    to: ' }',
    shownLine: '- { id: nodejs',
    place: '[0].icon',
    expected: 'um texto',
    given: 'falta',
  },
  {
    what: 'a value that was left out',
    file: 'home.yaml',
    from: 'text: |',
    to: 'text:\nx: |',
    shownLine: 'text:',
    place: 'text',
    expected: 'um texto',
    given: 'falta',
  },
  {
    what: 'a colour that YAML takes for a comment',
    file: 'owner.yaml',
    from: "accent: '#ef713b'",
    to: 'accent: #ef713b',
    shownLine: 'accent: #ef713b',
    place: 'accent',
    expected: 'um texto',
    given: 'falta',
  },
  {
    what: 'a text in the place of a list',
    file: 'about.yaml',
    from: 'tools:\n',
    to: 'tools: HTML\nx:\n',
    shownLine: 'tools: HTML',
    place: 'tools',
    expected: 'uma lista',
    given: '"HTML"',
  },
  {
    what: 'a list in the place of a text',
    file: 'owner.yaml',
    from: 'gitHub: preencher',
    to: 'gitHub: [preencher]',
    shownLine: 'gitHub: [preencher]',
    place: 'gitHub',
    expected: 'um texto',
    given: '["preencher"]',
  },
  {
    what: 'a colon in a line of a list',
    file: 'projects.yaml',
    from: '- Interface de',
    to: '- Interface: de',
    shownLine: '- Interface: de cadastro e login de usuários, feita em React.',
    place: 'projects[0].description[0]',
    expected: 'entre aspas se tiver ": "',
    given: '{"Interface":"de cadastro e login de usuários, feita em React."}',
  },
  {
    what: 'a list in the place of keys',
    file: 'owner.yaml',
    from: readFileSync(path.join(sampleContentFolder, 'owner.yaml'), 'utf8').split('\n').slice(1).join('\n').trimEnd(),
    to: '- accent',
    shownLine: '# docs',
    expected: 'chaves com valores',
    given: '["accent"]',
  },
  {
    what: 'a colour by its name',
    file: 'owner.yaml',
    from: "'#ef713b'",
    to: 'laranja',
    shownLine: 'accent: laranja',
    place: 'accent',
    expected: "uma cor como '#ef713b', entre aspas",
    given: '"laranja"',
  },
  {
    what: 'a profile without https',
    file: 'owner.yaml',
    from: 'linkedIn: preencher',
    to: 'linkedIn: linkedin.com/in/ana',
    shownLine: 'linkedIn: linkedin.com/in/ana',
    place: 'linkedIn',
    expected: 'um endereço como https://exemplo.com.br/',
    given: '"linkedin.com/in/ana"',
  },
  {
    what: 'a script as a link',
    file: 'projects.yaml',
    from: 'deploy: preencher',
    to: 'deploy: javascript:alert(1)',
    shownLine: 'deploy: javascript:alert(1)',
    place: 'projects[0].deploy',
    expected: 'um endereço',
    given: '"javascript:alert(1)"',
  },
  {
    what: 'a misspelt protocol',
    file: 'projects.yaml',
    from: 'repository: preencher',
    to: 'repository: htps://github.com/ana',
    shownLine: 'repository: htps://github.com/ana',
    place: 'projects[0].repository',
    expected: 'um endereço',
    given: '"htps://github.com/ana"',
  },
  {
    what: 'an e-mail without @',
    file: 'owner.yaml',
    from: 'gitHub: preencher',
    to: 'email: ana.exemplo.com',
    shownLine: 'email: ana.exemplo.com',
    place: 'email',
    expected: 'um endereço como voce@exemplo.com.br',
    given: '"ana.exemplo.com"',
  },
  {
    what: 'a name that is too long',
    file: 'owner.yaml',
    from: 'gitHub: preencher',
    to: `name: ${'Ana '.repeat(30)}`,
    shownLine: `name: ${'Ana '.repeat(30).trim()}`,
    place: 'name',
    expected: 'um nome de até 100 letras',
    given: '"Ana Ana',
  },
  {
    what: 'an id that is no number',
    file: 'projects.yaml',
    from: 'id: 1',
    to: 'id: um',
    shownLine: '- id: um',
    place: 'projects[0].id',
    expected: 'um número inteiro',
    given: '"um"',
  },
  {
    what: 'an id twice',
    file: 'projects.yaml',
    from: 'id: 2',
    to: 'id: 1',
    shownLine: '- id: 1',
    place: 'projects[1].id',
    expected: 'um valor diferente',
    given: '"1"',
  },
  {
    what: 'an id of a technology twice',
    file: 'technologies.yaml',
    from: 'id: type-script',
    to: 'id: nodejs',
    shownLine: '- { id: nodejs, name: TypeScript',
    place: '[1].id',
    expected: 'um valor diferente',
    given: '"nodejs"',
  },
  {
    what: 'an id with capitals',
    file: 'technologies.yaml',
    from: 'id: nodejs',
    to: 'id: NodeJS',
    shownLine: '- { id: NodeJS',
    place: '[0].id',
    expected: 'letras minúsculas',
    given: '"NodeJS"',
  },
  {
    what: 'a tool twice',
    file: 'about.yaml',
    from: '- Prisma',
    to: '- React',
    shownLine: '- React',
    place: 'tools[14]',
    expected: 'um valor diferente',
    given: '"React"',
  },
  {
    what: 'a heading twice',
    file: 'about.yaml',
    from: 'heading: O que gosto de construir',
    to: 'heading: Perto do mar',
    shownLine: '- heading: Perto do mar',
    place: 'sections[2].heading',
    expected: 'um valor diferente',
    given: '"Perto do mar"',
  },
  {
    what: 'a language in words',
    file: 'projects.yaml',
    from: 'repositoryLabel: estamos trabalhando...',
    to: 'descriptionLanguage: Latim',
    shownLine: 'descriptionLanguage: Latim',
    place: 'projects[4].descriptionLanguage',
    expected: 'um código de idioma como en',
    given: '"Latim"',
  },
  {
    what: 'a focus in words',
    file: 'projects.yaml',
    from: 'title: Pixel art',
    to: 'title: Pixel art\n    focus: topo',
    shownLine: 'focus: topo',
    place: 'projects[3].focus',
    expected: 'duas porcentagens',
    given: '"topo"',
  },
  {
    what: 'an unknown icon',
    file: 'technologies.yaml',
    from: 'icon: nodedotjs',
    to: 'icon: java',
    shownLine: '- { id: nodejs',
    place: '[0].icon',
    expected: 'talvez openjdk',
    given: '"java"',
  },
  {
    what: 'an icon by half its name',
    file: 'technologies.yaml',
    from: 'icon: nodedotjs',
    to: 'icon: node',
    shownLine: '- { id: nodejs',
    place: '[0].icon',
    expected: 'nodedotjs',
    given: '"node"',
  },
  {
    what: 'an icon without viewBox',
    file: 'technologies.yaml',
    from: 'icon: nodedotjs',
    to: 'icon: sem-viewbox.svg',
    shownLine: '- { id: nodejs',
    place: '[0].icon',
    expected: 'um desenho SVG com viewBox',
    given: '"sem-viewbox.svg"',
  },
  {
    what: 'a short name without a name',
    file: 'owner.yaml',
    from: 'place: litoral',
    to: 'shortName: Ana\nplace: litoral',
    shownLine: 'shortName: Ana',
    place: 'shortName',
    expected: 'esperado só ao lado de "name", o nome inteiro',
    given: '"Ana"',
  },
  {
    what: 'an official site without address',
    file: 'technologies.yaml',
    from: 'https://nodejs.org/',
    to: 'nodejs.org',
    shownLine: '- { id: nodejs',
    place: '[0].officialSite',
    expected: 'um endereço',
    given: '"nodejs.org"',
  },
  {
    what: 'a picture that is not there',
    file: 'projects.yaml',
    from: 'pixel-art.svg',
    to: 'pixelart.svg',
    shownLine: 'image: pixelart.svg',
    place: 'projects[3].image',
    expected: 'o nome de um arquivo em content/pictures',
    given: '"pixelart.svg"',
  },
  {
    what: 'a picture out of the folder',
    file: 'projects.yaml',
    from: 'pixel-art.svg',
    to: '../owner.yaml',
    shownLine: 'image: ../owner.yaml',
    place: 'projects[3].image',
    expected: 'o nome de um arquivo em content/pictures',
    given: '"../owner.yaml"',
  },
  {
    what: 'a picture that is broken',
    file: 'projects.yaml',
    from: 'pixel-art.svg',
    to: 'quebrada.png',
    shownLine: 'image: quebrada.png',
    place: 'projects[3].image',
    expected: 'uma imagem PNG',
    given: '"quebrada.png"',
  },
  {
    what: 'a picture of a phone',
    file: 'projects.yaml',
    from: 'pixel-art.svg',
    to: 'foto.heic',
    shownLine: 'image: foto.heic',
    place: 'projects[3].image',
    expected: 'uma imagem PNG',
    given: '"foto.heic"',
  },
  {
    what: 'a CV that is not there',
    file: 'owner.yaml',
    from: 'gitHub: preencher',
    to: 'cv: curriculo.pdf',
    shownLine: 'cv: curriculo.pdf',
    place: 'cv',
    expected: 'o nome de um arquivo em content/public',
    given: '"curriculo.pdf"',
  },
  {
    what: 'HTML in the story',
    file: 'about.yaml',
    from: 'este site tem maré',
    to: 'este site <b>tem</b> maré',
    shownLine: 'text: |',
    place: 'sections[0].text',
    expected: '**negrito**',
    given: '<b>',
  },
  {
    what: 'a heading in a text',
    file: 'home.yaml',
    from: 'Gosto de páginas',
    to: '# Gosto de páginas',
    shownLine: 'text: |',
    place: 'text',
    expected: '**negrito**',
    given: '# Gosto de',
  },
  {
    what: 'a link to nowhere in a line',
    file: 'projects.yaml',
    from: 'Site de página única',
    to: 'Site de [página única](pagina)',
    shownLine: '- Site de [página única](pagina) que apresenta um projeto artístico.',
    place: 'projects[2].description[0]',
    expected: 'https://…, mailto:… ou uma página',
    given: '"pagina"',
  },
];

test('there are at least forty mistakes', () => {
  expect(MISTAKES.length).toBeGreaterThanOrEqual(40);
});

test.each(MISTAKES)('$what: file, line, place, what was expected and what was given', async (mistake) => {
  const { file, from, to, shownLine, place, expected, given } = mistake;
  const before = readFileSync(path.join(folder, 'content', file), 'utf8');
  expect(before).toContain(from);
  const after = before.replace(from, () => to);
  writeFileSync(path.join(folder, 'content', file), after);

  const message = await readContent().then(
    () => 'no fault',
    (error: Error) => error.message,
  );
  const [, head = '', shown = ''] = message.split('\n');
  const [, lineNumber] =
    new RegExp(`^  content/${file}:(\\d+):\\d+ ${place === undefined ? '' : place.replaceAll(/[[\].]/g, '\\$&')}`).exec(
      head,
    ) ?? [];
  expect(lineNumber, message).toBeDefined();
  expect(after.split('\n')[Number(lineNumber) - 1]?.trim()).toBe(shown.trim());
  expect(shown.trim().startsWith(shownLine), message).toBe(true);
  expect(head).toContain('esperado');
  expect(head).toContain(expected);
  expect(head).toContain(given);
  expect(message).not.toMatch(/\n\s+at |node_modules|Error:/);
});

test('a file that is missing is named', async () => {
  rmSync(path.join(folder, 'content/about.yaml'));
  await expect(readContent()).rejects.toThrow(
    'Um erro no conteúdo:\n  content/about.yaml: arquivo não encontrado; esperado',
  );
});

test('all mistakes of all files are told at once', async () => {
  writeFileSync(path.join(folder, 'content/owner.yaml'), "accent: laranja\nownSite: 'eu'\n");
  writeFileSync(path.join(folder, 'content/home.yaml'), 'description: [');
  const message = await readContent().catch((error: Error) => error.message);
  expect(message).toMatch(
    /^3 erros no conteúdo:\n {2}content\/owner\.yaml:1:1 accent: .*\n.*\n {2}content\/owner\.yaml:2:1 ownSite: .*\n.*\n {2}content\/home\.yaml:/,
  );
});

test('a text may look like a number, a date or a yes', async () => {
  writeFileSync(path.join(folder, 'content/home.yaml'), 'description: 2048\ntext: no\n');
  const { home } = await readContent();
  expect(home).toEqual({ description: '2048', text: '<p>no</p>' });
});

test('what is blank counts as absent', async () => {
  writeFileSync(
    path.join(folder, 'content/owner.yaml'),
    "accent: '#ef713b'\nownSite: preencher\nname:\ncv: ''\nemail: ~\n",
  );
  expect((await readContent()).owner).toEqual({ accent: '#ef713b', ownSite: { standIn: '/inicio' } });
});
