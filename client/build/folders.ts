import path from 'node:path';

export const clientFolder = path.join(import.meta.dirname, '..');
export const topFolder = path.join(clientFolder, '..');
export const cacheFolder = path.join(topFolder, 'node_modules/.cache/portfolio');
export const contentFolder = path.join(clientFolder, 'src/content');
