/**
 * What a visitor wrote, made fit for a terminal. A control character there can move the cursor, retitle the window, put text on the
 * clipboard or answer in the owner's name; a bidirectional override makes text read as another. Both are shown as what they are.
 */

/** Controls, and what reorders or breaks lines without being seen: overrides, embeddings and isolates, line and paragraph separator. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text of several lines: its line breaks and tabs stay. */
export function showText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSAFE, (character) => {
    return character === '\n' || character === '\t' ? character : escapeCharacter(character);
  });
}

/** A text on one line: each run of white space is one blank. */
export function showLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
