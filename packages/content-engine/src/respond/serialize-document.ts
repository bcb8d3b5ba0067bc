import type { OutputBuffer } from './output-buffer.ts';
import type { LongTextRef } from '../records/long-text-store.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { fieldSetIdOf } from '../query/field-sets.ts';
import { valueJson } from '../schema/column-value.ts';
import { isLongText } from '../records/document.ts';
import type { IndexedDocument, Fragments } from '../records/document.ts';
import type { Fields } from '../query/query.ts';
import type { MatchContext } from '../select/match-context.ts';
import { COST } from '../query/query-cost.ts';
import type { Column, Schema } from '../schema/schema.ts';

const TOO_LARGE = 'the answer would be too large';

/** Returns the serialized attributes of a document in a field set that has an id; cached. */
function fragmentsOf(
  store: CollectionStore,
  document: IndexedDocument,
  fieldSetId: number,
  columns: readonly Column[] | null,
): Fragments {
  const cached = document.fragments[fieldSetId];
  if (cached !== undefined) return cached;
  const fragments =
    columns === null
      ? fragmentsForAccessLevel(store, document, fieldSetId)
      : serializeColumns(document, columns);
  document.fragments[fieldSetId] = fragments;
  registerFragments(document);
  return fragments;
}

/** Documents with cached fragments, in a ring: a new one evicts the fragments of the oldest. */
const MAX_CACHED_DOCUMENTS = 16_384;
const cachedDocuments: (IndexedDocument | undefined)[] = [];
let nextIndex = 0;

function registerFragments(document: IndexedDocument): void {
  const oldest = cachedDocuments[nextIndex];
  if (oldest !== undefined && oldest !== document) oldest.fragments = [];
  cachedDocuments[nextIndex] = document;
  nextIndex = (nextIndex + 1) % MAX_CACHED_DOCUMENTS;
}

function fragmentsForAccessLevel(
  store: CollectionStore,
  document: IndexedDocument,
  accessLevel: number,
): Fragments {
  const shared = sharedLevel(store.schema, accessLevel);
  if (shared !== accessLevel) return fragmentsOf(store, document, shared, null);
  return serializeColumns(
    document,
    store.schema.columns.filter((column) => column.accessLevel <= accessLevel),
  );
}

const sharedLevels = new WeakMap<Schema, number[]>();

/** Returns the lowest access level with the same columns: levels that see the same columns share their fragments. */
function sharedLevel(schema: Schema, accessLevel: number): number {
  let levels = sharedLevels.get(schema);
  if (levels === undefined) {
    const columnCounts = [0, 1, 2].map(
      (limit) => schema.columns.filter((column) => column.accessLevel <= limit).length,
    );
    levels = columnCounts.map((count) => columnCounts.indexOf(count));
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
    const value = document.values[column.position] ?? null;
    if (value === null && column.absentIfNull) continue;
    text += `${separator}"${column.name}":`;
    separator = ',';
    if (isLongText(value)) {
      pieces.push(Buffer.from(text, 'utf8'));
      longTexts.push(value);
      text = '';
    } else text += valueJson(column, value);
  }
  pieces.push(Buffer.from(text, 'utf8'));
  return { pieces, longTexts };
}

function writeLongText({ model, cost }: MatchContext, output: OutputBuffer, ref: LongTextRef): void {
  cost.charge(COST.longText + ref.length * COST.writtenByte, TOO_LARGE);
  const { into, at } = output.reserve(ref.length);
  model.longTexts.read(ref, into, at);
}

/** Writes `"a":…,"b":…` without braces. Returns whether it wrote any attribute. */
export function writeAttributes(
  context: MatchContext,
  output: OutputBuffer,
  store: CollectionStore,
  document: IndexedDocument,
  fields: Fields,
  accessLevel: number,
): boolean {
  const fieldSetId = fields === null ? accessLevel : fieldSetIdOf(fields);
  if (fieldSetId === undefined) return writeFields(context, output, document, fields ?? []);
  if (document.fragments[fieldSetId] === undefined)
    context.cost.charge((fields ?? store.schema.columns).length * COST.attribute, TOO_LARGE);
  const { pieces, longTexts } = fragmentsOf(store, document, fieldSetId, fields);
  for (const [index, piece] of pieces.entries()) {
    output.bytes(piece);
    const ref = longTexts[index];
    if (ref !== undefined) writeLongText(context, output, ref);
  }
  return pieces.length > 1 || (pieces[0]?.length ?? 0) > 0;
}

function writeFields(
  context: MatchContext,
  output: OutputBuffer,
  document: IndexedDocument,
  fields: readonly Column[],
): boolean {
  context.cost.charge(fields.length * COST.attribute, TOO_LARGE);
  let text = '';
  let separator = '';
  for (const column of fields) {
    const value = document.values[column.position] ?? null;
    if (value === null && column.absentIfNull) continue;
    text += `${separator}"${column.name}":`;
    separator = ',';
    if (isLongText(value)) {
      output.text(text);
      writeLongText(context, output, value);
      text = '';
    } else text += valueJson(column, value);
  }
  if (text !== '') output.text(text);
  return separator !== '';
}
