import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { contentFolder, topFolder } from './folders.ts';

type Key = string | number;

/** Sentences for what `yaml` finds (https://eemeli.org/yaml/#errors); other errors are shown in the library's words. */
const SYNTAX: Record<string, string> = {
  BAD_ALIAS: '"*" ou "&" no começo tem outro sentido em YAML; esperado o texto entre aspas',
  BAD_DQ_ESCAPE: 'a barra \\ entre aspas duplas tem outro sentido; esperado aspas simples, ou \\\\',
  BAD_INDENT:
    'recuo errado, ou um sinal que falta na linha de cima; esperado o mesmo recuo das linhas vizinhas, e } ou ] no fim',
  BAD_SCALAR_START: 'um texto não começa assim em YAML; esperado o texto entre aspas',
  BLOCK_AS_IMPLICIT_KEY: '": " no meio de um texto; esperado o texto inteiro entre aspas',
  DUPLICATE_KEY: 'chave repetida; esperado cada chave uma vez só',
  MISSING_CHAR:
    'falta um sinal, ou o recuo não é o das linhas vizinhas; esperado aspas que fecham, : depois da chave, ] ou }',
  MULTILINE_IMPLICIT_KEY:
    'linha sem "chave:" ou aspas sem fechar; esperado "chave: valor", ou recuo se o texto continua',
  TAB_AS_INDENT: 'tabulação no recuo; esperado espaços',
  TAG_RESOLVE_FAILED: '"!" no começo tem outro sentido em YAML; esperado o texto entre aspas',
  UNEXPECTED_TOKEN: 'sinal fora do lugar; esperado o texto entre aspas, ou as aspas fechadas',
};

const OPEN_QUOTE = 'aspas que não fecham na mesma linha; esperado aspas no fim do texto';

/** One YAML file of the content. Every value is a text: `no`, `2022` and `1.0` too. */
export class ContentFile {
  /** Without blank values, which count as absent. */
  readonly value: unknown;
  /** What is wrong with its syntax, as `describe` writes it. */
  readonly syntaxFault: string | null;
  readonly #lines: string[];
  readonly #lineCounter = new LineCounter();
  readonly #document: Document;
  readonly #name: string;

  /** Throws as readFileSync does. */
  constructor(name: string) {
    const file = path.join(contentFolder, name);
    const text = readFileSync(file, 'utf8');
    this.#name = path.relative(topFolder, file);
    this.#lines = text.split(/\r?\n/);
    this.#document = parseDocument(text, { schema: 'failsafe', lineCounter: this.#lineCounter, prettyErrors: false });
    const { errors, warnings } = this.#document;
    const [fault] = [...errors, ...findReferences(this.#document), ...warnings];
    const openQuote = fault ? findOpenQuote(this.#document, text, fault.pos[0]) : null;
    const isOpenQuote = openQuote !== null || fault?.message.startsWith('Missing closing');
    const sentence = fault && (isOpenQuote ? OPEN_QUOTE : (SYNTAX[fault.code] ?? fault.message));
    this.syntaxFault = sentence ? this.#show(openQuote ?? fault.pos[0], sentence) : null;
    this.value = fault ? undefined : withoutBlanks(this.#document.toJS());
  }

  /** A fault with its line, column and place, such as `content/projects.yaml:52:17 projects[3].deploy: esperado …; recebido …`, and the line. */
  describe(keys: readonly Key[], sentence: string): string {
    const place = keys.reduce<string>((start, key) => {
      if (typeof key === 'number') return `${start}[${key}]`;
      return start === '' ? key : `${start}.${key}`;
    }, '');
    return this.#show(this.#findOffset(keys), place === '' ? sentence : `${place}: ${sentence}`, this.#given(keys));
  }

  #given(keys: readonly Key[]): string {
    const node = this.#document.getIn(keys);
    const given = isNode(node) ? node.toJS(this.#document) : node;
    const text = JSON.stringify(given);
    if (text === undefined || given === '') return '; falta';
    return `; recebido ${text.length > 80 ? `${text.slice(0, 77)}…` : text}`;
  }

  #show(offset: number, sentence: string, given = ''): string {
    const { line, col } = this.#lineCounter.linePos(offset);
    return `${this.#name}:${line}:${col} ${sentence}${given}\n    ${(this.#lines[line - 1] ?? '').trim()}`;
  }

  /** Where a value begins or, if it is missing, what should hold it; a key that is not known is found by itself. */
  #findOffset(keys: readonly Key[]): number {
    for (let length = keys.length; length > 0; length -= 1) {
      const parent = this.#document.getIn(keys.slice(0, length - 1), true);
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && key.value === keys[length - 1])
        : null;
      const node = pair?.key ?? this.#document.getIn(keys.slice(0, length), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  }
}

/** Where a quoted text begins that spans lines, before a fault: most likely its quote was forgotten, and found in another text or nowhere. */
function findOpenQuote(document: Document, text: string, offset: number): number | null {
  let start: number | null = null;
  visit(document, {
    Scalar(_, { type, range }) {
      const isQuoted = type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE';
      if (isQuoted && range && range[0] <= offset && text.slice(range[0], range[1]).includes('\n')) start = range[0];
    },
  });
  return start;
}

/** Anchors and aliases: nobody who writes about themselves means them. */
function findReferences(document: Document) {
  const faults: { pos: [number]; code: string; message: string }[] = [];
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || node.anchor) faults.push({ pos: [node.range?.[0] ?? 0], code: 'BAD_ALIAS', message: '' });
    },
  });
  return faults;
}

/** Without `key:` and `key: ''`, which are the same as no key. */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withoutBlanks(part)] as const);
  return Object.fromEntries(entries.filter(([, part]) => !(typeof part === 'string' && /^(\s*|~|null)$/.test(part))));
}
