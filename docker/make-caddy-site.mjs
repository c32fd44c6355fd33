import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Tells Caddy which pages there are and which headers they have, from the file that tells Express:
 * `node docker/make-caddy-site.mjs SECURITY_HEADERS_JSON CADDYFILE`.
 */
const [source = '', target = ''] = process.argv.slice(2);

/** A template that Express fills in; no address. */
const NO_PAGES = ['/mensagem-recusada'];

/** @type {import('../client/build/security-headers.ts').SecurityHeaders} */
const { headers, httpsHeaders, pages } = JSON.parse(readFileSync(source, 'utf8'));

const addresses = Object.keys(pages).filter((address) => !NO_PAGES.includes(address));
const names = addresses.map((address) => address.slice(1)).join('|');

/**
 * @param {string} matcher
 * @param {Record<string, string>} values
 */
function headerLines(matcher, values) {
  return Object.entries(values).map(([name, value]) => {
    if (value.includes('`'))
      throw new Error(`The header ${name} holds a backtick, which would end it in a Caddyfile: ${value}`);
    return `\theader ${matcher} ${name} \`${value}\``;
  });
}

writeFileSync(
  target,
  [
    `# Made by docker/make-caddy-site.mjs.`,
    `(page_names) {`,
    `\t@page path_regexp ^/(${names})$`,
    `\t@other_spelling path_regexp ^/(${names})(\\.html|/)$`,
    `}`,
    `(common_headers) {`,
    ...headerLines('*', headers),
    `}`,
    `(https_headers) {`,
    ...headerLines('@https', httpsHeaders),
    `}`,
    `(page_headers) {`,
    ...addresses.flatMap((address) => headerLines(address, { ...headers, ...pages[address] })),
    `}`,
    `(not_found_headers) {`,
    ...headerLines('*', { ...headers, ...pages['/404'] }),
    `}`,
    '',
  ].join('\n'),
);
