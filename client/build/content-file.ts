import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type * as z from 'zod';
import { readValues } from './content-schema.ts';
import { contentFolder, topFolder } from './folders.ts';

/** By the error codes of `yaml` (https://eemeli.org/yaml/#errors); other errors have the library's sentence. */
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

/** The values of a YAML file of the content for the pages, and its faults, as sentences for the owner. */
export async function readContentFile(name: string, schema: z.ZodType) {
  const file = path.join(contentFolder, name);
  const shownName = path.relative(topFolder, file);
  if (!existsSync(file)) return { faults: [`${shownName}: arquivo não encontrado; esperado um arquivo YAML`] };
  const source = readFileSync(file, 'utf8');
  const lines = source.split(/\r?\n/);
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { schema: 'failsafe', lineCounter, prettyErrors: false });

  /** Such as `content/projects.yaml:52:17 projects[3].deploy: esperado …`, and below it the line. */
  function show(offset: number, sentence: string): string {
    const { line, col } = lineCounter.linePos(offset);
    return `${shownName}:${line}:${col} ${sentence}\n    ${(lines[line - 1] ?? '').trim()}`;
  }

  const [fault] = [...document.errors, ...findReferences(document), ...document.warnings];
  if (fault) {
    const openQuote = findOpenQuote(document, source, fault.pos[0]);
    const isOpenQuote = openQuote !== null || fault.message.startsWith('Missing closing');
    const sentence = isOpenQuote ? OPEN_QUOTE : (SYNTAX[fault.code] ?? fault.message);
    return { faults: [show(openQuote ?? fault.pos[0], sentence)] };
  }
  const { values, faults } = await readValues(schema, document.toJS({ reviver: dropBlank }));
  const described = faults.map(({ keys, sentence }) => {
    const place = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
    const prefix = place === '' ? '' : `${place.replace(/^\./, '')}: `;
    return show(findOffset(document, keys), `${prefix}${sentence}; ${describeGiven(document.getIn(keys))}`);
  });
  return { values, faults: described };
}

function describeGiven(node: unknown): string {
  const text = JSON.stringify(node);
  if (text === undefined || node === '') return 'falta';
  return `recebido ${text.length > 80 ? `${text.slice(0, 77)}…` : text}`;
}

/** Of a key or, without one, of its value; of what should hold it if it is missing. */
function findOffset(document: Document, keys: PropertyKey[]): number {
  if (keys.length === 0) return 0;
  const holder = keys.slice(0, -1);
  const parent = document.getIn(holder, true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === keys.at(-1)) : null;
  const node = pair?.key ?? document.getIn(keys, true);
  return isNode(node) && node.range ? node.range[0] : findOffset(document, holder);
}

/** Of a quoted text before the fault that spans lines: most likely its closing quote was forgotten. */
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

/** Anchors and aliases, which an owner never means. */
function findReferences(document: Document) {
  const faults: { pos: [number]; code: string; message: string }[] = [];
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || node.anchor) faults.push({ pos: [node.range?.[0] ?? 0], code: 'BAD_ALIAS', message: '' });
    },
  });
  return faults;
}

/** `key:` and `key: ''` are the same as no key. */
function dropBlank(this: unknown, _key: unknown, value: unknown): unknown {
  const isBlank = typeof value === 'string' && /^(\s*|~|null)$/.test(value);
  return isBlank && !Array.isArray(this) ? undefined : value;
}
