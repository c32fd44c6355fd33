import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readBuildSettings, toClientVariables } from './build-settings.ts';
import { siteContent } from './content-plugin.ts';
import { findContentFile, ownerContent } from './owner-content.ts';

const variables = Object.entries(toClientVariables(readBuildSettings()));

export default defineConfig({
  root: path.dirname(import.meta.dirname),
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
    // A file of its own for everything that does not ask to be in the page (`?inline`), however small.
    assetsInlineLimit: 0,
    // The script in the page says what is fetched ahead (inline/late-script.ts).
    modulePreload: false,
    // One small stylesheet for the whole site: build.ts puts it into every page.
    cssCodeSplit: false,
    // Tells build.ts the names of the scripts.
    manifest: true,
    rolldownOptions: {
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

/** Vite wraps every dynamic import in a helper that fetches its style sheets first. Ours have none, and the helper would be 750 bytes. */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}
