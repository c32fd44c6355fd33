/**
 * Control characters can move the cursor, set the window's title or write to the clipboard. Bidirectional overrides
 * make a text read as another one. Line and paragraph separators break lines.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes a text of several lines; its line breaks and tabs stay. */
export function showText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSAFE, (character) => {
    return character === '\n' || character === '\t' ? character : escapeCharacter(character);
  });
}

/** Escapes a text and puts it on one line: white space becomes one space. */
export function showLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
