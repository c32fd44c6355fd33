import { join } from 'node:path';
import { main } from './main.mjs';
import { install } from './prepare.mjs';
import { TOP } from './project.mjs';
import { CommandFailed } from './run.mjs';
import { stop } from './stopping.mjs';

/**
 * `npm run setup`: asks, in Portuguese, for what only the owner knows, and writes it into `.env` and content/. Nothing needs
 * it: both files can be written by hand, and the site runs without.
 */
await main(
  async () => {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new CommandFailed(
        'npm run setup faz perguntas e precisa de um terminal. Sem terminal, preencha content/owner.yaml e .env à mão (veja .env.example).',
      );
    }
    await install();
    // Not before the packages they need are there.
    const { runDialogue } = await import('./setup/dialogue.mjs');
    const { tsImport } = await import('tsx/esm/api');
    /** @type {typeof import('../client/build/content-rules.ts')} */
    const rules = await tsImport('../client/build/content-rules.ts', import.meta.url);

    const saved = await runDialogue({
      envFile: join(TOP, '.env'),
      contentFolder: join(TOP, 'content'),
      rules,
      ...(process.env['VITE_EMAILJS_ORIGIN'] ? { emailJsOrigin: process.env['VITE_EMAILJS_ORIGIN'] } : {}),
    });
    await stop(saved === 'cancelled' ? 130 : 0);
  },
  // What the dialogue shows is what the file says, not the environment.
  { envFile: false },
);
