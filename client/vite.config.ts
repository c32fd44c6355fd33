import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readBuildSettings, toClientVariables } from './build-settings.ts';
import { siteContent } from './content-plugin.ts';
import { findContentFile, ownerContent } from './owner-content.ts';

const variables = Object.entries(toClientVariables(readBuildSettings()));

export default defineConfig({
  root: import.meta.dirname,
  // Favicon, link preview, résumé: served as they are, and the owner's.
  publicDir: findContentFile('public'),
  plugins: [ownerContent(), react(), siteContent()],
  server: {
    // Any page of this machine's other ports could otherwise read what Vite serves, and Vite the whole repository: .data too, with the messages.
    cors: false,
    fs: { allow: ['index.html', 'src', '../contract/src', '../node_modules'] },
  },
  // Vite's own reading of .env files would skip the checks of build-settings.ts.
  envDir: false,
  define: Object.fromEntries(variables.map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)])),
  build: {
    // A file of its own for everything that does not ask to be in the page (`?inline`), however small.
    assetsInlineLimit: 0,
    // The polyfill is for browsers older than those the CSS is written for.
    modulePreload: { polyfill: false },
    // One small stylesheet for the whole site: build.ts puts it into every page.
    cssCodeSplit: false,
    // Tells build.ts which scripts belong to which page.
    manifest: true,
    rolldownOptions: {
      output: {
        // What every page needs is three files, and not the dozen small ones it falls into by itself: three because the processor of a
        // phone takes its time over each, and a visitor's tap is answered in between (inline/wake.ts).
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'router', test: /node_modules[\\/](react-router|cookie|set-cookie)/, priority: 2 },
            {
              name: 'site',
              test: /src[\\/]components[\\/](?!bottle)|src[\\/]outbox[\\/]stores|preload-helper/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
