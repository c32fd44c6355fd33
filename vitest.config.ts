import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './e2e/memory-folder.ts';

// Tests use the content that comes with the project, not the owner's. Before the import, which reads it.
process.env['CONTENT_DIR'] = 'client/sample-content';
const { siteContent } = await import('./client/build/content.ts');
const { generatedFolder } = await import('./client/build/folders.ts');

keepTemporaryFilesInMemory();

export default defineConfig({
  test: {
    // Slow, shared machines: a limit is for what hangs, not for what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Much of the time is spent waiting for processes and databases: three files at a time pay even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        plugins: [siteContent()],
        resolve: { alias: { 'owner-content': generatedFolder } },
        test: {
          name: 'unit',
          include: [
            '{contract,client,server}/src/**/*.test.ts',
            'client/build/*.test.ts',
            'scripts/*.test.{mjs,ts}',
            'e2e/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: { name: 'api', include: ['server/test/**/*.test.ts'], globalSetup: ['server/test/global-setup.ts'] },
      },
    ],
  },
});
