import { Marked, type Token, type Tokens } from 'marked';
import { NEW_TAB } from '../src/content/link.ts';
import { escapeHtml, isWebAddress } from './content-rules.ts';

/** HTML that is safe to insert into a page. */
export type RichText = string;

const INLINE = ['text', 'escape', 'strong', 'em', 'link', 'br'];
const BLOCKS = [...INLINE, 'paragraph', 'list', 'list_item', 'space'];

const marked = new Marked({
  renderer: {
    list({ ordered, start, items }) {
      const list = items.map((item) => this.listitem(item)).join('');
      const attributes = ordered ? ` start="${start}"` : '';
      const tag = ordered ? 'ol' : 'ul';
      return `<${tag} class="rich-text-list"${attributes}>${list}</${tag}>`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      // As components/new-tab-link.tsx does.
      return isWebAddress(href)
        ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${text}<span class="visually-hidden-text"> ${NEW_TAB}</span></a>`
        : `<a href="${escapeHtml(href)}">${text}</a>`;
    },
  },
});

/** Renders paragraphs with links, bold, emphasis and lists (CommonMark). @throws Error in Portuguese for all else */
export function renderMarkdown(text: string): RichText {
  const tokens = marked.lexer(text);
  check(tokens, BLOCKS);
  return joinWords(marked.parser(tokens).trim());
}

/** The last paragraph of a project's story, which says what came of it, and what is before it: a single one, too. Throws as renderMarkdown. */
export function renderStory(text: string): { result: RichText; before: RichText } {
  const blocks = text.trim().split(/\n\s*\n/);
  return {
    result: blocks.length > 1 ? renderMarkdown(blocks.pop() ?? '').replace('<p>', '<p class="rich-text-result">') : '',
    before: renderMarkdown(blocks.join('\n\n')),
  };
}

/** Renders a line with links, bold and emphasis. Throws as renderMarkdown. */
export function renderMarkdownLine(text: string): RichText {
  const tokens = marked.Lexer.lexInline(text, marked.defaults);
  check(tokens, INLINE);
  return joinWords(marked.Parser.parseInline(tokens, marked.defaults));
}

/** No line ends inside of 'R$ 2 milhões', '1000 ms', '4 %', '40 minutos' or 'de 6', or with a word of one letter. A long word would be broken in a narrow card. */
function joinWords(html: string): string {
  return html.replaceAll(
    /(?<=R\$|\d|\bde) (?=[\d%]|mil|(?:m?s|h|km|[kMG]B)\b)|(?<=(?<!\d)\d{1,3}) (?=\p{L}{1,9}(?!\p{L}))|(?<=(?:^|[\s>(])[aeoà]) /giu,
    '\u00a0',
  );
}

function check(tokens: Token[], allowed: string[]) {
  void marked.walkTokens(tokens, (token) => {
    if (!allowed.includes(token.type) || (token.type === 'list_item' && token['task'])) {
      const given = JSON.stringify(token.raw.trim().slice(0, 40));
      const expected = `texto com **negrito**, *ênfase*, [link](https://…)${allowed === BLOCKS ? ' ou listas' : ''}`;
      throw new Error(`${given} não é aceito aqui; esperado ${expected}`);
    }
    if (token.type === 'link') checkLink(token as Tokens.Link);
  });
}

/** Refuses other addresses, such as javascript:. */
function checkLink({ href, raw }: Tokens.Link) {
  if (isWebAddress(href) || /^mailto:\S+@\S+$/.test(href) || /^\/(?!\/)\S*$/.test(href)) return;
  throw new Error(
    `link para ${JSON.stringify(href)} em ${raw}: esperado https://…, mailto:… ou uma página como /contato`,
  );
}
