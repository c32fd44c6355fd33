const MARKS = { ok: '✔', note: '·', warning: '!', broken: '✖' };

/**
 * Prints what the doctor finds, as it finds it.
 * @param {AsyncIterable<import('../server/src/owner/checks.ts').Finding>} findings
 * @returns {Promise<number>} the exit code: 1 where something is broken
 */
export async function printFindings(findings) {
  let broken = 0;
  let warnings = 0;
  for await (const { level, text, fix } of findings) {
    if (level === 'broken') broken += 1;
    if (level === 'warning') warnings += 1;
    process.stdout.write(`${MARKS[level]} ${text}\n${fix ? `  → ${fix}\n` : ''}`);
  }
  process.stdout.write(`\nQuebrado: ${broken}. A olhar: ${warnings}.\n`);
  return broken > 0 ? 1 : 0;
}
