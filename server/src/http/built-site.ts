import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from '../operator-error.ts';

/** The prerendered page for a refused form; the server fills in its marks. */
export const REFUSED_PAGE = '/mensagem-recusada';

export const NOT_FOUND_PAGE = '/404';

const headers = z.record(z.string(), z.string());

/** Written by the client's build, the same for every host (client/build/security-headers.ts). */
const siteHeadersSchema = z.object({
  /** For every answer. */
  headers,
  /** Added where the request came over https. */
  httpsHeaders: headers,
});

export interface BuiltSite extends z.infer<typeof siteHeadersSchema> {
  /** By path, such as `/projetos.html`. */
  files: Map<string, Buffer>;
}

/**
 * Reads the client's build output into memory, so that a build beside the running server breaks nothing.
 *
 * @throws OperatorError where there is no built site
 */
export function readBuiltSite(siteDir: string): BuiltSite {
  const files = new Map<string, Buffer>();
  try {
    for (const entry of readdirSync(siteDir, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(`/${relative(siteDir, path).split(sep).join('/')}`, readFileSync(path));
    }
    for (const page of [REFUSED_PAGE, NOT_FOUND_PAGE]) {
      if (!files.has(`${page}.html`)) throw new Error(`${page} is missing`);
    }
    return { files, ...siteHeadersSchema.parse(JSON.parse(String(files.get('/security-headers.json')))) };
  } catch (cause) {
    throw new OperatorError(`There is no built site in ${siteDir}. Run "npm run build" first, or set SITE_DIR.`, {
      cause,
    });
  }
}
