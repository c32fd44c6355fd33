import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOP } from './project.mjs';

/**
 * Says in a sentence that this Node does not fit `engines` of package.json; undefined where it does.
 * npm itself only warns, and what then breaks is hard to understand.
 *
 * @param {string} [version] such as `20.19.0`
 */
export function explainWrongNode(version = process.versions.node) {
  const wanted = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')).engines.node;
  if (fits(version, wanted)) return undefined;
  return `This project needs Node ${wanted.replaceAll('||', 'or')}; this is Node ${version}. Install a current one from https://nodejs.org, then try again.`;
}

/**
 * Understands the two forms our `engines` are written in: `^20.19.0` and `>=24.0.0`, joined by `||`.
 * @param {string} version
 * @param {string} range
 */
function fits(version, range) {
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = numbers(part);
    if (major !== wantedMajor) return part.includes('>=') && major > wantedMajor;
    return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
  });
}

/** @param {string} text */
function numbers(text) {
  return (text.match(/\d+/g) ?? []).map(Number);
}
