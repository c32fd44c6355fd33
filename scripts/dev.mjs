import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.mjs';
import { main } from './main.mjs';
import { buildSite, generate, install, leaveOutPath } from './prepare.mjs';
import { TOP } from './project.mjs';
import { startNode } from './run.mjs';
import { atStop } from './stopping.mjs';

/**
 * `npm run dev`: the site with hot reload on PORT, from Vite, which hands what is for the server on to one that starts again whenever its
 * sources change. On the same database as `npm start`.
 */
await main(
  async () => {
    await install();
    await generate();
    leaveOutPath();
    // Vite serves the pages, but without a built site the server does not start: any will do.
    const site = resolve(TOP, process.env['SITE_DIR']?.trim() || 'client/dist');
    if (!existsSync(join(site, 'inicio.html'))) await buildSite();
    // Not before the packages they need are there.
    const { openDatabase } = await import('./database.mjs');
    const { createServer: createVite } = await import('vite');
    const databaseUrl = await openDatabase({ mayCreate: true });

    // Only Vite's proxy needs to know it.
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
        // Not HOST: what is served here are sources, for this machine alone.
        host: '127.0.0.1',
        port,
        strictPort: true,
        proxy: { '/save-message': toApi, '/health': toApi },
      },
    });
    atStop(() => vite.close());
    await vite.listen();
    process.stdout.write(`\nThe site, with hot reload, is at http://localhost:${port}  (Ctrl-C stops it)\n`);
  },
  { serves: true },
);
