import { owner } from 'owner-content/content.js';
import { escapeHtml } from '../build/content-rules.ts';
import { about } from './content/about.ts';
import { contact } from './content/contact.ts';
import { home } from './content/home.ts';
import { projectsPage } from './content/projects-page.ts';
import { makeTitle, previewImage, siteName } from './content/site.ts';

/** By path. */
export const PAGES = {
  '/inicio': home,
  '/sobremim': about,
  '/projetos': projectsPage,
  '/contato': contact,
};

/** HTML for the head of a page. Without `siteUrl` there is no picture, which needs an absolute URL (ogp.me). */
export function makeMetadata(path: string, page: { title: string; description: string }, siteUrl: string): string {
  const isHome = path === '/inicio';
  const properties = {
    'og:type': isHome ? 'profile' : 'website',
    'og:locale': 'pt_BR',
    'og:site_name': siteName(),
    'og:title': makeTitle(page),
    'og:description': page.description,
    ...(siteUrl !== '' && {
      'og:url': siteUrl + path,
      'og:image': `${siteUrl}/previa.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': `${home.heading} ${previewImage}`,
    }),
  };
  return [
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    `<meta name="twitter:card" content="${siteUrl === '' ? 'summary' : 'summary_large_image'}">`,
    isHome ? makeProfile(siteUrl) : '',
  ].join('');
}

/** https://schema.org/ProfilePage */
function makeProfile(siteUrl: string): string {
  const person = {
    '@type': 'Person',
    name: owner.name,
    knowsAbout: [...(about.mainTools ?? []), ...about.tools],
    sameAs: [owner.linkedIn, owner.gitHub, owner.ownSite].filter((link) => typeof link === 'string'),
  };
  const profile = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: siteUrl === '' ? undefined : `${siteUrl}/inicio`,
    name: siteName(),
    description: home.description,
    inLanguage: 'pt-BR',
    // Search engines require a name.
    mainEntity: owner.name ? person : undefined,
  };
  // Without `<` there can be no end tag.
  return `<script type="application/ld+json">${JSON.stringify(profile).replaceAll('<', '\\u003c')}</script>`;
}

/** https://www.sitemaps.org/protocol.html */
export function makeSitemap(siteUrl: string): string {
  const urls = Object.keys(PAGES).map((path) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

/** robots.txt (RFC 9309), which allows everything. */
export function makeRobots(siteUrl: string): string {
  const sitemap = siteUrl === '' ? '' : `\nSitemap: ${siteUrl}/sitemap.xml\n`;
  return `User-agent: *\nAllow: /\n${sitemap}`;
}
