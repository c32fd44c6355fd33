/** What a check has found, for the owner and so in Portuguese. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'broken';
  text: string;
  /** What to do about it. */
  fix?: string;
}

const MARKS = { ok: '✔', note: '·', warning: '!', broken: '✖' };

/** Prints findings as they come. @returns the exit code: 1 where something is broken */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<number> {
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
