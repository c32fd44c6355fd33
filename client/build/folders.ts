import path from 'node:path';

export const clientFolder = path.join(import.meta.dirname, '..');
export const topFolder = path.join(clientFolder, '..');
/** Not in node_modules/.cache/portfolio, which every `npm run build` empties: making photos takes seconds. */
export const pictureCacheFolder = path.join(topFolder, 'node_modules/.cache/portfolio-pictures');

/** The owner's data; tests set CONTENT_DIR. */
export const contentFolder = path.resolve(topFolder, process.env['CONTENT_DIR'] || 'content');
/** What `content` is in a new clone. */
export const sampleContentFolder = path.join(clientFolder, 'sample-content');

/** What the build makes from the content; the site's code imports it as `owner-content/…`. */
export const generatedFolder = path.join(
  clientFolder,
  '.generated',
  path.relative(topFolder, contentFolder).replaceAll(/\W+/g, '-'),
);
export const publicFolder = path.join(generatedFolder, 'public');

export const siteFolder = path.resolve(topFolder, process.env['SITE_DIR'] || 'client/dist');
