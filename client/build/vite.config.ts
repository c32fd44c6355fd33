import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readBuildSettings } from './build-settings.ts';
import { siteContent } from './content.ts';
import { clientFolder } from './folders.ts';
import { findContentFile, ownerContent } from './owner-content.ts';

const variables = Object.entries(readBuildSettings());

export default defineConfig({
  root: clientFolder,
  // Favicon, link preview, résumé: served as they are, and the owner's.
  publicDir: findContentFile('public'),
  plugins: [ownerContent(), react(), siteContent(), plainDynamicImports()],
  server: {
    // Any page of this machine's other ports could otherwise read what Vite serves, and Vite the whole repository: .data too, with the messages.
    cors: false,
    fs: { allow: ['index.html', 'src', '../contract/src', '../node_modules'] },
  },
  // Vite's own reading of .env files would skip the checks of build-settings.ts.
  envDir: false,
  define: Object.fromEntries(variables.map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)])),
  css: { modules: { generateScopedName: (name, file) => `${path.basename(file, '.module.css')}-${name}` } },
  build: {
    // A file of its own for everything, however small; build.ts says which pictures are in the page.
    assetsInlineLimit: 0,
    // The script in the page says what is fetched ahead (inline/late-script.ts).
    modulePreload: false,
    // One small stylesheet for the whole site, which is put into every page (pages.ts).
    cssCodeSplit: false,
    rolldownOptions: {
      // A slow machine is no fault of the owner's.
      checks: { pluginTimings: false },
      output: {
        // In parts, because the processor of a phone takes its time over each, and a visitor's tap is answered in between (inline/late-script.ts).
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'site', test: /node_modules[\\/]react-router|[\\/]src[\\/](?!main|outbox[\\/](?!stores))/ },
          ],
        },
      },
    },
  },
});

/**
 * Vite wraps every dynamic import in a helper that fetches its style sheets first, and has no option for those that have none. The helper
 * would be 750 bytes; should it be called otherwise one day, it is there again, and nothing else is different.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}
