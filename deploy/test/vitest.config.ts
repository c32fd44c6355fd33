import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;

/** `npm run test:stack` builds images and starts containers. The limits are for what hangs. */
export default defineConfig({
  root: import.meta.dirname,
  test: { testTimeout: 10 * MINUTE_MS, hookTimeout: 30 * MINUTE_MS, fileParallelism: false },
});
