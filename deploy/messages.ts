import { fileURLToPath } from 'node:url';
import { CommandFailed } from '../scripts/run.mjs';
import { parseEnv } from '../server/src/env.ts';
import { openOwnerStore } from '../server/src/messages/owner-store.ts';
import { OperatorError } from '../server/src/operator-error.ts';
import { checkBell, checkDatabase, printFindings } from '../server/src/owner/checks.ts';
import { runMessagesCommand } from '../server/src/owner/messages-command.ts';
import { placeOf } from '../server/src/postgres-client.ts';

/** In the server's image: the commands of `npm run messages`, and `messages doctor` for what a container can check. */
const args = process.argv.slice(2);
let close: (() => Promise<void>) | undefined;

process.stdout.on('error', (error) => {
  // A reader that stops early, such as `| head`, is not an error.
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1);
});
try {
  process.exitCode = args[0] === 'doctor' ? await examine() : await runMessagesCommand(args, open, 'messages');
} catch (error) {
  const isExplained = error instanceof OperatorError || error instanceof CommandFailed;
  process.stderr.write(`${isExplained ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  await close?.();
}

function readDatabase() {
  const env = parseEnv(process.env, process.cwd());
  if (!env.databaseUrl) throw new OperatorError('DATABASE_URL está vazia: nesta imagem não há banco embutido.');
  process.stderr.write(`Banco de dados: ${placeOf(env.databaseUrl)}\n`);
  const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
  return { env, url: env.databaseUrl, migrations };
}

async function open() {
  const { url, migrations } = readDatabase();
  const store = await openOwnerStore(url, migrations);
  close = store.close;
  return store;
}

async function examine() {
  const options = args.slice(1);
  if (options.some((option) => option !== '--no-trial')) {
    process.stdout.write('Uso: messages doctor [--no-trial]\n');
    return options.includes('--help') ? 0 : 1;
  }
  const { env, url, migrations } = readDatabase();
  return printFindings(
    (async function* () {
      yield* checkDatabase(url, env, migrations);
      yield* checkBell(env.notify, options.length === 0);
    })(),
  );
}
