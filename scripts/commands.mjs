/**
 * @typedef {object} Command
 * @property {string} help its first line says what it does; its lines that begin with `--` are its options
 * @property {() => Promise<(given: import('./arguments.mjs').Given) => unknown>} load called once the packages are there
 * @property {'en' | 'pt'} [language] Portuguese for the owner's commands; English by default
 * @property {string} [arguments] in `[]` any number, in `<>` exactly one
 * @property {boolean} [parsesItself] gets all that was typed
 * @property {boolean} [installsNothing]
 * @property {boolean} [omitsDev] runs without the devDependencies, which tests, checks and benches need
 * @property {boolean} [isPlain] is plain JavaScript: TypeScript would take half a second to load
 * @property {boolean} [omitsClient] runs before the database client is generated
 * @property {boolean} [serves] goes on until Ctrl-C, which then is no failure
 * @property {boolean} [ignoresEnvFile]
 */

/** Every command: `npm run NAME`. @type {Record<string, Command>} */
export const COMMANDS = {
  start: {
    help: 'Installs and builds what is missing, starts the database and serves the site.',
    load: async () => (await import('./start.mjs')).start,
    serves: true,
    isPlain: true,
    omitsClient: true,
    omitsDev: true,
  },
  dev: {
    help: 'Serves the site with hot reload, on the same database.',
    load: async () => (await import('./dev.ts')).dev,
    serves: true,
    omitsDev: true,
  },
  setup: {
    help: 'Pergunta o que só você sabe e escreve no .env e na pasta content.',
    load: async () => (await import('./setup.ts')).setup,
    language: 'pt',
    ignoresEnvFile: true, // it shows what the file says, not the environment
    omitsClient: true,
    omitsDev: true,
  },
  studio: {
    help: `Abre as mensagens no navegador, com o Prisma Studio.
--port <porta>      a porta do Studio
--browser <nome>    o navegador; none não abre nenhum`,
    load: async () => (await import('./studio.ts')).studio,
    language: 'pt',
    serves: true,
    omitsDev: true,
  },
  messages: {
    help: 'Trabalha com as mensagens guardadas.',
    load: async () => (await import('./messages.ts')).messages,
    language: 'pt',
    parsesItself: true,
    omitsDev: true,
  },
  doctor: {
    help: `Procura o que está errado com o site nesta máquina, e não muda nada. Se o sino está ligado, toca uma vez.
--no-trial          não toca o sino, como convém a uma tarefa agendada`,
    load: async () => (await import('./doctor.ts')).doctor,
    language: 'pt',
    installsNothing: true,
    omitsDev: true,
  },
  build: {
    help: 'Builds the site into client/dist and the server into server/dist.',
    load: async () => (await import('./build.ts')).build,
    omitsClient: true,
    omitsDev: true,
  },
  test: {
    help: `Runs all tests, or those of some files. The last line counts them.
--retry <times>     how often a failed test runs again
--name <pattern>    only tests whose name matches`,
    load: async () => (await import('./test.ts')).test,
    arguments: '[part of a file name …]',
    ignoresEnvFile: true,
  },
  'test:browsers': {
    help: `Runs a visitor’s journey in each of Chromium, Firefox and WebKit that this machine has.
--require <names>   fails where one of these is missing, such as firefox,webkit
--name <pattern>    only tests whose name matches`,
    load: async () => (await import('../e2e/browsers/run.ts')).testBrowsers,
    ignoresEnvFile: true,
  },
  'test:chaos': {
    help: `Plays random runs of accidents, and looks for lost and doubled messages.
--runs <number>     how many; 1000 by default
--seed <number>     of the first run; alone, replays one run and tells its story
--worlds <number>   how many runs at the same time; 2 by default`,
    load: async () => (await import('./test.ts')).testChaos,
    ignoresEnvFile: true,
  },
  'test:defects': {
    help: `Seeds known defects one by one, and says which the tests catch.
--only <text> …     those whose promise, sentence or files hold it
--write             writes the result into docs/testing.md`,
    load: async () => (await import('../e2e/defects/run.ts')).testDefects,
    ignoresEnvFile: true,
  },
  'test:stack': {
    help: `Starts docker-compose.yml under a name of its own, tests it and removes it.
--name <pattern>    only tests whose name matches`,
    load: async () => (await import('./test.ts')).testStack,
    ignoresEnvFile: true,
  },
  check: { help: 'Checks types, lint and format.', load: async () => (await import('./check.ts')).check },
  fix: { help: 'Formats, corrects lint.', load: async () => (await import('./check.ts')).fix, omitsClient: true },
  'db:migration': {
    help: 'Writes the SQL of a change of prisma/schema.prisma into prisma/migrations, and tries it on an empty database.',
    load: async () => (await import('./new-migration.ts')).newMigration,
    arguments: '<what changes, such as add_phone>',
  },
  bench: {
    help: `Measures the server beside its peers, on one PostgreSQL, and writes docs/benchmarks (with an option: docs/benchmarks/quick).
--quick             three minutes instead of eight, and less exact
--only <parts>      some of load,start,growth`,
    load: async () => (await import('../bench/bench.ts')).bench,
    ignoresEnvFile: true,
  },
  'bench:page': {
    help: 'Measures what the pages weigh, when they are painted, how soon a first tap is answered, and the frames of each motion.',
    load: async () => (await import('../bench/page.ts')).benchPage,
  },
  'bench:attacks': {
    help: 'Measures what the server still does for visitors while it is attacked.',
    load: async () => (await import('../bench/attacks.mjs')).benchAttacks,
    ignoresEnvFile: true,
  },
  'bench:bell': {
    help: 'Measures what answers to visitors cost while the bell sends e-mails.',
    load: async () => (await import('../bench/bell.ts')).benchBell,
    ignoresEnvFile: true,
  },
  screenshots: {
    help: 'Fills screenshots/, which git ignores, with every page and state, light and dark.',
    load: async () => (await import('../e2e/screenshots.ts')).screenshots,
  },
};
