import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';

const BLOCKS: ReadonlySet<string> = new Set(CONTENT_HTML.blockTags);
const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);
/** Elements that mean the same. */
const SYNONYMS: Readonly<Partial<Record<string, string>>> = { b: 'strong', i: 'em' };
const SPACES = /[ \t\n\r\f]+/g;

interface Token {
  kind: 'edge' | 'atom' | 'text';
  text: string;
  /** Inline elements around it. */
  marks: string;
}

/** Returns the attributes of an element in one spelling. */
function attributesOf(element: Element): string {
  const pairs = [...element.attributes].flatMap(({ name, value }) => {
    if ((name === 'colspan' || name === 'rowspan') && value === '1') return [];
    if (name === 'class')
      return value.trim() === '' ? [] : [`class=${[...element.classList].sort().join(' ')}`];
    return [`${name}=${value}`];
  });
  return pairs.sort().join('|');
}

/** A `span` without attributes means nothing. */
const isTransparent = (element: Element): boolean =>
  element.localName === 'span' && element.attributes.length === 0;

function readTokens(parent: Node, marks: readonly string[], isPre: boolean, tokens: Token[]): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === 3)
      tokens.push({ kind: 'text', text: textOf(node.nodeValue ?? '', isPre), marks: marks.join() });
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    const name = SYNONYMS[element.localName] ?? element.localName;
    const label = `${name} ${attributesOf(element)}`;
    if (BLOCKS.has(name)) {
      tokens.push({ kind: 'edge', text: `<${label}>`, marks: '' });
      readTokens(element, marks, isPre || name === 'pre', tokens);
      tokens.push({ kind: 'edge', text: `</${name}>`, marks: '' });
    } else if (VOID.has(name)) tokens.push({ kind: 'atom', text: label, marks: marks.join() });
    else if (isTransparent(element)) readTokens(element, marks, isPre, tokens);
    else if (element.childNodes.length > 0)
      readTokens(element, [...new Set([...marks, label])].sort(), isPre, tokens);
    else if (element.attributes.length > 0) tokens.push({ kind: 'atom', text: label, marks: marks.join() });
  }
}

/** Spaces that count are written as a symbol until the others are removed. */
const textOf = (text: string, isPre: boolean): string =>
  isPre
    ? text.replaceAll(' ', '\u2420').replaceAll('\t', '\u2409').replaceAll('\n', '\u240A')
    : text.replace(SPACES, ' ');

const isLineEdge = (token: Token | undefined): boolean =>
  token === undefined || token.kind === 'edge' || (token.kind === 'atom' && token.text.startsWith('br '));

/**
 * Returns what HTML means in one spelling: two texts with the same result show the same. Order and nesting of inline elements,
 * synonyms, white space that browsers ignore and the order of attributes make no difference.
 */
export function canonicalHtml(root: Node): string {
  const read: Token[] = [];
  readTokens(root, [], false, read);
  const tokens: Token[] = [];
  for (const token of read) {
    const last = tokens.at(-1);
    if (token.kind !== 'text') {
      if (isLineEdge(token)) trimEnd(tokens);
      tokens.push(token);
      continue;
    }
    const text =
      isLineEdge(last) || (last?.kind === 'text' && last.text.endsWith(' '))
        ? token.text.replace(/^ /, '')
        : token.text;
    if (text === '') continue;
    if (last?.kind === 'text' && last.marks === token.marks) last.text += text;
    else tokens.push({ ...token, text });
  }
  trimEnd(tokens);
  return tokens.map(({ kind, text, marks }) => `${kind} ${marks} ${text}`).join('\n');
}

function trimEnd(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last?.kind !== 'text' || !last.text.endsWith(' ')) return;
  last.text = last.text.slice(0, -1);
  if (last.text === '') tokens.pop();
}
