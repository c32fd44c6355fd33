import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer as createVite } from 'vite';
import { openDatabase } from './database.ts';
import { findFreePort } from './loopback.ts';
import { buildSite, findSiteFolder, leaveOutPath } from './prepare.mjs';
import { TOP } from './project.mjs';
import { startNode } from './run.mjs';
import { atStop } from './stopping.mjs';

/** `npm run dev`: the site from Vite on PORT, which proxies to a server that restarts whenever its sources change. */
export async function dev(): Promise<void> {
  leaveOutPath();
  // Vite serves the pages, but the server does not start without a built site: any will do.
  const site = resolve(TOP, findSiteFolder());
  if (!existsSync(join(site, 'inicio.html'))) await buildSite();
  const databaseUrl = await openDatabase({ mayCreate: true });

  const apiPort = await findFreePort();
  startNode(['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/index.ts'], {
    env: { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(apiPort) },
    show: true,
  });

  // The browser's Host goes through unchanged: the server compares it with Origin.
  const toApi = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false };
  const port = Number(process.env['PORT']?.trim() || 3000);
  const vite = await createVite({
    configFile: join(TOP, 'client/build/vite.config.ts'),
    clearScreen: false,
    server: {
      // Not HOST: sources are served here, for this machine alone.
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '/save-message': toApi, '/health': toApi },
    },
  });
  atStop(() => vite.close());
  await vite.listen();
  process.stdout.write(`\nThe site, with hot reload, is at http://localhost:${port}  (Ctrl-C stops it)\n`);
}
