import type { Mark, Node } from '@tiptap/pm/model';
import { contentAttributes, CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { ITEM_NODES, NODES, RAW_BLOCK } from './element-nodes.ts';

const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);
const TAG_OF = new Map(NODES.map(({ name, tag }) => [name, tag]));

/** Escapes as the sanitizer of the server does, so that stored text is what was sent. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

function openTag(tag: string, given: Readonly<Record<string, unknown>>): string {
  const isExternal = tag === 'a' && /^https?:/i.test(String(given['href'] ?? ''));
  const values = isExternal ? { ...given, rel: 'noopener nofollow' } : given;
  const attributes = [...contentAttributes(tag), 'class'].map((name) => {
    const value = values[name];
    if (name === 'colspan' || name === 'rowspan')
      return Number(value) > 1 ? ` ${name}="${String(value)}"` : '';
    if (typeof value !== 'string') return '';
    return value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeValue(value)}"`;
  });
  return `<${tag}${attributes.join('')}${VOID.has(tag) ? ' />' : '>'}`;
}

function writeElement(tag: string, values: Readonly<Record<string, unknown>>, content: string): string {
  const open = openTag(tag, values);
  return VOID.has(tag) ? open : `${open}${content}</${tag}>`;
}

function writeInline(parent: Node): string {
  let html = '';
  let open: readonly Mark[] = [];
  const close = (marks: readonly Mark[]) => marks.toReversed().map(({ type }) => `</${type.name}>`);
  parent.forEach((child) => {
    const shared = child.marks.findIndex((mark, at) => open[at] === undefined || !mark.eq(open[at]));
    const same = shared === -1 ? Math.min(child.marks.length, open.length) : shared;
    html += close(open.slice(same)).join('');
    html += child.marks
      .slice(same)
      .map((mark) => openTag(mark.type.name, mark.attrs))
      .join('');
    open = child.marks;
    html += child.isText ? escapeText(child.text ?? '') : writeNode(child, parent, 0);
  });
  return html + close(open).join('');
}

/** Rows of the head first and of the foot last have their elements; a row between others is of the body, whatever it was. */
function writeRows(table: Node): string {
  const rows = table.children;
  const isSection = (row: Node | undefined, name: string) => row?.attrs['section'] === name;
  const found = rows.findIndex((row) => !isSection(row, 'head'));
  const head = found === -1 ? rows.length : found;
  const foot = Math.max(head, rows.findLastIndex((row) => !isSection(row, 'foot')) + 1);
  const part = (tag: string, some: readonly Node[]) =>
    some.length === 0 ? '' : `<${tag}>${some.map((row) => writeNode(row, table, 0)).join('')}</${tag}>`;
  return (
    part('thead', rows.slice(0, head)) +
    part('tbody', rows.slice(head, foot)) +
    part('tfoot', rows.slice(foot))
  );
}

const isParagraph = (node: Node | null | undefined): boolean => node?.type.name === 'paragraph';

/** Two paragraphs without elements beside each other would become one. */
function elementOfParagraph(node: Node, parent: Node, at: number): string | null {
  const form = node.attrs['form'] as unknown;
  if (form === 'p' || form === 'div') return form;
  const isItem = ITEM_NODES.has(parent.type.name);
  const canBeBare = form === 'bare' || isItem;
  const hasAttributes = [...contentAttributes('p'), 'class'].some((name) => node.attrs[name] !== null);
  const besideOther = [at - 1, at + 1].some((index) => {
    const other = index < 0 || index >= parent.childCount ? null : parent.child(index);
    return (
      isParagraph(other) && (other?.attrs['form'] === 'bare' || (isItem && other?.attrs['form'] === null))
    );
  });
  return canBeBare && !hasAttributes && !besideOther ? null : 'p';
}

/** Returns the HTML of a node as the sanitizer of the server would write it. */
export function writeNode(node: Node, parent: Node, at: number): string {
  const { name } = node.type;
  if (name === RAW_BLOCK) return String(node.attrs['html']);
  const tag = TAG_OF.get(name) ?? name;
  if (name === 'paragraph') {
    const element = elementOfParagraph(node, parent, at);
    return element === null ? writeInline(node) : writeElement(element, node.attrs, writeInline(node));
  }
  if (name === 'table') {
    const { caption } = node.attrs as { caption: string | null };
    const written = caption === null ? '' : `<caption>${escapeText(caption)}</caption>`;
    return writeElement(tag, node.attrs, written + writeRows(node));
  }
  if (node.inlineContent) return writeElement(tag, node.attrs, writeInline(node));
  if (name === 'figure') return writeElement(tag, node.attrs, writeInline(node));
  return writeElement(
    tag,
    node.attrs,
    node.children.map((child, index) => writeNode(child, node, index)).join(''),
  );
}
