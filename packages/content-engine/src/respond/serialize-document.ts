import type { OutputBuffer } from './output-buffer.ts';
import type { LongTextRef } from '../records/long-text-store.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { fieldSetIdOf } from '../query/field-sets.ts';
import { valueJson } from '../schema/column-value.ts';
import { isLongText } from '../records/document.ts';
import type { IndexedDocument, Fragments } from '../records/document.ts';
import type { Fields } from '../query/query.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** All attributes of a document in one of the orders that are kept, as bytes; made once. */
function fragmentsOf(
  store: CollectionStore,
  document: IndexedDocument,
  fieldSetId: number,
  columns: readonly Column[] | null,
): Fragments {
  const cached = document.fragments[fieldSetId];
  if (cached !== undefined) return cached;
  const made = columns === null ? fragmentsForAccessLevel(store, document, fieldSetId) : serializeColumns(document, columns);
  document.fragments[fieldSetId] = made;
  registerFragments(document);
  return made;
}

/** So many documents keep their bytes; the oldest give them up. */
const MAX_CACHED_DOCUMENTS = 16_384;
const cachedDocuments: (IndexedDocument | undefined)[] = [];
let nextIndex = 0;

function registerFragments(document: IndexedDocument): void {
  const oldest = cachedDocuments[nextIndex];
  if (oldest !== undefined && oldest !== document) oldest.fragments = [];
  cachedDocuments[nextIndex] = document;
  nextIndex = (nextIndex + 1) % MAX_CACHED_DOCUMENTS;
}

function fragmentsForAccessLevel(store: CollectionStore, document: IndexedDocument, accessLevel: number): Fragments {
  const shared = sharedLevel(store.schema, accessLevel);
  if (shared !== accessLevel) return fragmentsOf(store, document, shared, null);
  return serializeColumns(
    document,
    store.schema.columns.filter((column) => column.accessLevel <= accessLevel),
  );
}

const sharedLevels = new WeakMap<Schema, number[]>();

/** Audiences that see the same attributes share the bytes: the lowest of them. */
function sharedLevel(schema: Schema, accessLevel: number): number {
  let levels = sharedLevels.get(schema);
  if (levels === undefined) {
    const seen = [0, 1, 2].map((limit) => schema.columns.filter((column) => column.accessLevel <= limit).length);
    levels = seen.map((count) => seen.indexOf(count));
    sharedLevels.set(schema, levels);
  }
  return levels[accessLevel] ?? accessLevel;
}

function serializeColumns(document: IndexedDocument, columns: readonly Column[]): Fragments {
  const pieces: Buffer[] = [];
  const longTexts: LongTextRef[] = [];
  let text = '';
  let separator = '';
  for (const column of columns) {
    text += `${separator}"${column.name}":`;
    separator = ',';
    const value = document.values[column.position] ?? null;
    if (isLongText(value)) {
      pieces.push(Buffer.from(text, 'utf8'));
      longTexts.push(value);
      text = '';
    } else text += valueJson(column, value);
  }
  pieces.push(Buffer.from(text, 'utf8'));
  return { pieces, longTexts };
}

function writeLongText(model: ReadModel, answer: OutputBuffer, longText: LongTextRef): void {
  const { into, at } = answer.reserve(longText.length);
  model.longTexts.read(longText, into, at);
}

/** Writes `"a":…,"b":…` without braces; answers whether it wrote anything. */
export function writeAttributes(
  model: ReadModel,
  answer: OutputBuffer,
  store: CollectionStore,
  document: IndexedDocument,
  fields: Fields,
  accessLevel: number,
): boolean {
  const fieldSetId = fields === null ? accessLevel : fieldSetIdOf(fields);
  if (fieldSetId === undefined) return writeFields(model, answer, document, fields ?? []);
  const { pieces, longTexts } = fragmentsOf(store, document, fieldSetId, fields);
  for (const [index, piece] of pieces.entries()) {
    answer.bytes(piece);
    const longText = longTexts[index];
    if (longText !== undefined) writeLongText(model, answer, longText);
  }
  return store.schema.columns.length > 0;
}

function writeFields(
  model: ReadModel,
  answer: OutputBuffer,
  document: IndexedDocument,
  fields: readonly Column[],
): boolean {
  let text = '';
  for (const [index, column] of fields.entries()) {
    text += `${index === 0 ? '' : ','}"${column.name}":`;
    const value = document.values[column.position] ?? null;
    if (isLongText(value)) {
      answer.text(text);
      writeLongText(model, answer, value);
      text = '';
    } else text += valueJson(column, value);
  }
  if (text !== '') answer.text(text);
  return fields.length > 0;
}
