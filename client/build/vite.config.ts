import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readBuildSettings } from './build-settings.ts';
import { siteContent } from './content.ts';
import { clientFolder, contentFolder, generatedFolder, publicFolder, siteFolder } from './folders.ts';

const settings = readBuildSettings();
const variables = Object.entries(settings);

export default defineConfig({
  root: clientFolder,
  base: `${settings.BASE_PATH}/`,
  publicDir: publicFolder,
  // The alias below is part of the cache's key: a shared cache is emptied, under a server that uses it, when another
  // starts with other content.
  cacheDir: path.join(generatedFolder, 'node_modules/.vite'),
  resolve: { alias: { 'owner-content': generatedFolder } },
  plugins: [react(), siteContent(), leanScript(), staticStyles()],
  server: {
    // Otherwise pages of other local ports could read what Vite serves, which would include the messages in .data.
    cors: false,
    fs: { allow: ['index.html', 'src', generatedFolder, contentFolder, '../contract/src', '../node_modules'] },
  },
  // build-settings.ts reads and checks .env.
  envDir: false,
  define: Object.fromEntries(variables.map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)])),
  css: { modules: { generateScopedName: nameClass } },
  logLevel: 'warn',
  build: {
    outDir: siteFolder,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // inline/late-script.ts preloads.
    modulePreload: false,
    rolldownOptions: {
      // No module reads a property for a side effect: 120 bytes of the first visit's script.
      treeshake: { propertyReadSideEffects: false },
      input: { index: 'src/main.tsx' },
      checks: { pluginTimings: false },
      output: {
        // Chunks, so that a slow phone can handle a tap between them (inline/late-script.ts).
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'site',
              test: /node_modules[\\/]react-router|[\\/]\.generated[\\/]|[\\/]src[\\/](?!main|styles|pages[\\/]static|outbox[\\/](?!stores))/,
            },
          ],
        },
      },
    },
  },
});

/** The same in every build, so that markdown.ts can write a class. */
function nameClass(name: string, file: string): string {
  return `${path.basename(file, '.module.css')}-${name}`;
}

/** Removes code of packages that this site does not use: 5 kB when compressed. */
function leanScript(): Plugin {
  const router = path.join(createRequire(import.meta.url).resolve('react-router'), '../../production');
  // The package's exports lead to its development build.
  const alias = { 'react-router/dom': `${router}/dom-export.mjs`, 'react-router': `${router}/index.mjs` };
  return {
    name: 'lean-script',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias } }),
    // The helper would preload style sheets of dynamic imports.
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
    transform(code, id) {
      if (!id.includes('/react-router/dist/')) return null;
      // Otherwise the bundler keeps the router's form and link although they are not used.
      const unnamed = code.replaceAll(/^\w+\.displayName = .*$/gm, '');
      const unforced = unnamed.replaceAll(/= (?=React\d*\.forwardRef\()/g, '= /* @__PURE__ */ ');
      // Warnings of mistakes, and messages, which development shows.
      const unwarned = unforced
        .replace('function warning(', '/* @__NO_SIDE_EFFECTS__ */ $&')
        .replaceAll(/(invariant\([^;"`]*),\s*(?:"[^"]*"|`[^`]*`)\s*\)/g, '$1)')
        .replaceAll(/,\s*getInvalidPathError\([^)]*\)/g, '')
        .replaceAll(/(new Error\()\s*(?:"[^"]*"|`[^`]*`)\s*\)/g, '$1)');
      // Only React Router's framework mode prefetches, only server components throw digests, and nothing here watches the router.
      return unwarned
        .replace(/shouldPrefetch && .* : link;/, 'link;')
        .replaceAll('"digest" in error', 'false')
        .replaceAll('if (init.instrumentations)', 'if (false)');
    },
  };
}

/** Keeps the rules of static pages, whose classes the script does not use. */
function staticStyles(): Plugin {
  return {
    name: 'static-styles',
    enforce: 'post',
    transform: (code, id) =>
      id.endsWith('/static-page.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : null,
  };
}
