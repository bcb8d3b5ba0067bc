import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { noteId, noteReferenceId } from './paste/convert-notes.ts';

const REFERENCE = /^#t-fn(\d+)$/;
const NOTE = /^t-fn(\d+)$/;

interface Reference {
  from: number;
  to: number;
  number: number;
}

function referencesOf(doc: Node): Reference[] {
  const found: Reference[] = [];
  doc.descendants((node, from) => {
    const href = node.marks.find(({ type }) => type.name === 'a')?.attrs['href'] as unknown;
    const number = typeof href === 'string' ? REFERENCE.exec(href)?.[1] : undefined;
    if (node.isText && number !== undefined)
      found.push({ from, to: from + node.nodeSize, number: Number(number) });
  });
  return found;
}

/** Returns the list of footnotes, the last with an item that is one, and its position. */
function findNotes(doc: Node): { list: Node; at: number } | null {
  let found: { list: Node; at: number } | null = null;
  doc.forEach((list, at) => {
    const isNotes =
      list.type.name === 'orderedList' && list.children.some((item) => NOTE.test(String(item.attrs['id'])));
    if (isNotes) found = { list, at };
  });
  return found;
}

const numberOf = (item: Node): number => Number(NOTE.exec(String(item.attrs['id']))?.[1] ?? 0);

function createNote(doc: Node, number: number, from?: Node): Node | null {
  const { schema } = doc.type;
  const { listItem, paragraph } = schema.nodes;
  const link = schema.marks['a']?.create({ href: `#${noteReferenceId(number)}` });
  if (listItem === undefined || paragraph === undefined || link === undefined) return null;
  const id = noteId(number);
  if (from === undefined)
    return listItem.create({ id }, paragraph.create(null, [schema.text(' '), schema.text('↩', [link])]));
  // The link back of an existing note follows its number.
  const relink = (node: Node): Node => {
    const href = node.marks.find(({ type }) => type.name === 'a')?.attrs['href'] as unknown;
    const isBack = typeof href === 'string' && /^#t-fnref\d+$/.test(href);
    if (isBack) return node.mark(link.addToSet(node.marks));
    return node.isText || node.childCount === 0
      ? node
      : node.copy(node.type.create(null, node.children.map(relink)).content);
  };
  const relinked = relink(from);
  return listItem.create({ ...from.attrs, id }, relinked.content);
}

/** Numbers references in the order of the text, and sorts the notes like them. Notes without a reference come last. */
function renumber(tr: Transaction, added: number): void {
  const references = referencesOf(tr.doc);
  const order = new Map(references.map(({ number }, at) => [number, at + 1]));
  const { schema } = tr.doc.type;
  for (const { from, to, number } of references.toReversed()) {
    const now = order.get(number) ?? number;
    const marks = [
      schema.marks['a']?.create({ href: `#${noteId(now)}`, id: noteReferenceId(now) }),
      schema.marks['sup']?.create(),
    ].filter((mark) => mark !== undefined);
    tr.replaceWith(from, to, schema.text(String(now), marks));
  }
  const notes = findNotes(tr.doc);
  const items = notes?.list.children.toSorted(
    (one, other) => (order.get(numberOf(one)) ?? Infinity) - (order.get(numberOf(other)) ?? Infinity),
  );
  const existing = (items ?? []).filter((item) => numberOf(item) !== added);
  const at = (order.get(added) ?? 1) - 1;
  const sorted = [...existing.slice(0, at), undefined, ...existing.slice(at)];
  const content = sorted
    .map((item, index) => createNote(tr.doc, index + 1, item))
    .filter((item) => item !== null);
  const list = schema.nodes['orderedList']?.create(null, content);
  if (list === undefined) return;
  if (notes === null)
    tr.insert(
      tr.doc.content.size,
      [schema.nodes['rule']?.create(), list].filter((node) => node !== undefined),
    );
  else tr.replaceWith(notes.at, notes.at + notes.list.nodeSize, list);
}

/** Adds a footnote at the cursor, numbers all of them in the order of the text, and puts the cursor into the new one. */
export function insertFootnote(editor: Editor): boolean {
  const { state } = editor;
  const { schema, tr, selection } = state;
  if (!selection.$to.parent.inlineContent || selection.$to.parent.type.spec.code === true) return false;
  const added = Math.max(0, ...referencesOf(state.doc).map(({ number }) => number)) + 1;
  const marks = [
    schema.marks['a']?.create({ href: `#${noteId(added)}`, id: noteReferenceId(added) }),
    schema.marks['sup']?.create(),
  ];
  tr.insert(
    selection.to,
    schema.text(
      String(added),
      marks.filter((mark) => mark !== undefined),
    ),
  );
  const number = referencesOf(tr.doc).findIndex((one) => one.number === added) + 1;
  renumber(tr, added);
  const notes = findNotes(tr.doc);
  if (notes === null) return false;
  let at = notes.at + 1;
  for (const item of notes.list.children.slice(0, number - 1)) at += item.nodeSize;
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2)));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
  return true;
}
