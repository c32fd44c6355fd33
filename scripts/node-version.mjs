import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOP } from './project.mjs';

/**
 * A sentence if this Node does not fit `engines` of package.json (`^20.19.0 || >=24.0.0`); npm itself only warns.
 * @param {string} [version] such as `20.19.0`
 */
export function explainWrongNode(version = process.versions.node) {
  const wanted = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')).engines.node;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = wanted.split('||').some((/** @type {string} */ range) => {
    const [wantedMajor = 0, wantedMinor = 0] = (range.match(/\d+/g) ?? []).map(Number);
    return major === wantedMajor ? minor >= wantedMinor : range.includes('>=') && major > wantedMajor;
  });
  if (fits) return undefined;
  return `This project needs Node ${wanted.replaceAll('||', 'or')}; this is Node ${version}. Install a current one from https://nodejs.org, then try again.`;
}
