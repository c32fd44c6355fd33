/**
 * What a page says about itself to those who do not read it: search engines, link previews, a phone's home screen. Everything comes from
 * the content; what the content does not say is left out.
 */
import { about } from './content/about.ts';
import { contact } from './content/contact.ts';
import { home } from './content/home.ts';
import { owner } from './content/owner.ts';
import { projectsPage } from './content/projects-page.ts';
import { site, siteName } from './content/site.ts';

/** Made by build/design/make-images.mjs. */
const PREVIEW_IMAGE = { path: '/previa.png', width: 1200, height: 630 };

const PAGES = {
  '/inicio': home,
  '/sobremim': about,
  '/projetos': projectsPage,
  '/contato': contact,
};

/**
 * Elements for the head of a page, besides its title, description and canonical address (components/page.tsx).
 *
 * @param path - of a route, such as `/inicio`
 * @param siteUrl - origin of the site, or empty. Link previews want whole addresses (ogp.me), so without it there is no picture
 * @returns HTML
 */
export function makeMetadata(path: keyof typeof PAGES, siteUrl: string): string {
  const { title, description } = PAGES[path];
  const properties: [name: string, content: string | number][] = [
    ['og:type', path === '/inicio' ? 'profile' : 'website'],
    ['og:locale', 'pt_BR'],
    ['og:site_name', siteName()],
    ['og:title', title],
    ['og:description', description],
  ];
  if (siteUrl !== '') {
    properties.push(
      ['og:url', siteUrl + path],
      ['og:image', siteUrl + PREVIEW_IMAGE.path],
      ['og:image:width', PREVIEW_IMAGE.width],
      ['og:image:height', PREVIEW_IMAGE.height],
      ['og:image:alt', site.labels.previewImage],
    );
  }
  const card = siteUrl === '' ? 'summary' : 'summary_large_image';
  return [
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(String(content))}">`),
    `<meta name="twitter:card" content="${card}">`,
    ...makeStructuredData(path, siteUrl).map(toScriptElement),
  ].join('');
}

/** schema.org: whose profile this is, where the content says so; and where a page stands, where the site has an address. */
function makeStructuredData(path: keyof typeof PAGES, siteUrl: string): object[] {
  const { title, description } = PAGES[path];
  const url = siteUrl === '' ? {} : { url: siteUrl + path };
  if (path === '/inicio') return [makeProfile(description, url)];
  if (siteUrl === '') return [];
  const steps = [
    { name: home.title, path: '/inicio' },
    { name: title, path },
  ];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: step.name,
        item: siteUrl + step.path,
      })),
    },
  ];
}

function makeProfile(description: string, url: { url?: string }): object {
  const profiles = [owner.linkedIn, owner.gitHub, owner.ownSite].filter((link) => typeof link === 'string');
  const person = {
    '@type': 'Person',
    name: owner.name,
    knowsAbout: about.tools,
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    ...url,
    name: siteName(),
    description,
    inLanguage: 'pt-BR',
    // A person is somebody with a name (schema.org, ProfilePage as search engines read it).
    ...(owner.name ? { mainEntity: person } : {}),
  };
}

/** The web app manifest (W3C), with which the site can be put on a phone's home screen. */
export function makeManifest(): string {
  const manifest = {
    name: siteName(),
    short_name: siteName(),
    description: home.description,
    lang: 'pt-BR',
    start_url: '/inicio',
    display: 'browser',
    background_color: '#f7fcfc',
    theme_color: '#003441',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icone-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icone-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icone-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
  return JSON.stringify(manifest);
}

/** sitemaps.org; it wants whole addresses, so a site that does not know its own has none. */
export function makeSitemap(siteUrl: string): string {
  const urls = Object.keys(PAGES).map((path) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

/** RFC 9309: everybody may read everything. */
export function makeRobots(siteUrl: string): string {
  const sitemap = siteUrl === '' ? '' : `\nSitemap: ${siteUrl}/sitemap.xml\n`;
  return `User-agent: *\nAllow: /\n${sitemap}`;
}

function toScriptElement(data: object): string {
  // No end tag can stand in the data.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
