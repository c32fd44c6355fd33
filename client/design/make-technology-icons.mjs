/**
 * Makes src/pages/home/technology-icons.svg from simple-icons: `node client/design/make-technology-icons.mjs`. The icons are a file
 * of their own, which a page refers to, because inside the HTML they would take up half of the 14 kB that fit into the first round trip.
 */
import { writeFileSync } from 'node:fs';
import * as icons from 'simple-icons';

/** The package's name of each icon, by the id that content/technologies.ts gives the technology. */
const SOURCES = {
  nodejs: icons.siNodedotjs,
  'type-script': icons.siTypescript,
  'java-script': icons.siJavascript,
  reactjs: icons.siReact,
  html5: icons.siHtml5,
  css3: icons.siCss,
  mysql: icons.siMysql,
  docker: icons.siDocker,
  mongodb: icons.siMongodb,
  postgresql: icons.siPostgresql,
  prisma: icons.siPrisma,
  python: icons.siPython,
  redux: icons.siRedux,
};

const symbols = Object.entries(SOURCES).map(
  ([id, { path }]) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
);
const target = new URL('../src/pages/home/technology-icons.svg', import.meta.url);
writeFileSync(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Tecnologias</title>\n${symbols.join('\n')}\n</svg>\n`,
);
