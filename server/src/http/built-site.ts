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
  /** The path under which a static host has the site; empty: none. */
  base: z._default(z.string(), ''),
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
    const site = { files, ...siteHeadersSchema.parse(JSON.parse(String(files.get('/security-headers.json')))) };
    if (site.base === '') return site;
    throw new OperatorError(
      `The site in ${siteDir} was built for a static host, under ${site.base} (SITE_URL). For this server build it without that path, as npm start does.`,
    );
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`There is no built site in ${siteDir}. Run "npm run build" first, or set SITE_DIR.`, {
      cause,
    });
  }
}
