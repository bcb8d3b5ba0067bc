import type { AnswerBuffer } from './output-buffer.ts';
import type { BodyRef } from '../records/long-text-store.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import { variantOf } from '../query/field-sets.ts';
import { valueJson } from '../schema/column-value.ts';
import { isBody } from '../records/document.ts';
import type { DocumentRecord, Fragments } from '../records/document.ts';
import type { Fields } from '../query/query.ts';
import type { ReadModel } from '../model/read-model.ts';
import type { Column, Schema } from '../schema/schema.ts';

/** All attributes of a document in one of the orders that are kept, as bytes; made once. */
function fragmentsOf(
  store: CollectionStore,
  record: DocumentRecord,
  variant: number,
  columns: readonly Column[] | null,
): Fragments {
  const known = record.fragments[variant];
  if (known !== undefined) return known;
  const made = columns === null ? fragmentsForRank(store, record, variant) : makeFragments(record, columns);
  record.fragments[variant] = made;
  keepFragments(record);
  return made;
}

/** So many documents keep their bytes; the oldest give them up. */
const KEPT_DOCUMENTS = 16_384;
const kept: (DocumentRecord | undefined)[] = [];
let nextKept = 0;

function keepFragments(record: DocumentRecord): void {
  const oldest = kept[nextKept];
  if (oldest !== undefined && oldest !== record) oldest.fragments = [];
  kept[nextKept] = record;
  nextKept = (nextKept + 1) % KEPT_DOCUMENTS;
}

function fragmentsForRank(store: CollectionStore, record: DocumentRecord, rank: number): Fragments {
  const shared = sharedRank(store.schema, rank);
  if (shared !== rank) return fragmentsOf(store, record, shared, null);
  return makeFragments(
    record,
    store.schema.columns.filter((column) => column.rank <= rank),
  );
}

const sharedRanks = new WeakMap<Schema, number[]>();

/** Audiences that see the same attributes share the bytes: the lowest of them. */
function sharedRank(schema: Schema, rank: number): number {
  let ranks = sharedRanks.get(schema);
  if (ranks === undefined) {
    const seen = [0, 1, 2].map((limit) => schema.columns.filter((column) => column.rank <= limit).length);
    ranks = seen.map((count) => seen.indexOf(count));
    sharedRanks.set(schema, ranks);
  }
  return ranks[rank] ?? rank;
}

function makeFragments(record: DocumentRecord, columns: readonly Column[]): Fragments {
  const pieces: Buffer[] = [];
  const bodies: BodyRef[] = [];
  let text = '';
  let separator = '';
  for (const column of columns) {
    text += `${separator}"${column.name}":`;
    separator = ',';
    const value = record.values[column.position] ?? null;
    if (isBody(value)) {
      pieces.push(Buffer.from(text, 'utf8'));
      bodies.push(value);
      text = '';
    } else text += valueJson(column, value);
  }
  pieces.push(Buffer.from(text, 'utf8'));
  return { pieces, bodies };
}

function writeBody(model: ReadModel, answer: AnswerBuffer, body: BodyRef): void {
  const { into, at } = answer.reserve(body.length);
  model.bodies.read(body, into, at);
}

/** Writes `"a":…,"b":…` without braces; answers whether it wrote anything. */
export function writeAttributes(
  model: ReadModel,
  answer: AnswerBuffer,
  store: CollectionStore,
  record: DocumentRecord,
  fields: Fields,
  rank: number,
): boolean {
  const variant = fields === null ? rank : variantOf(fields);
  if (variant === undefined) return writeFields(model, answer, record, fields ?? []);
  const { pieces, bodies } = fragmentsOf(store, record, variant, fields);
  for (const [index, piece] of pieces.entries()) {
    answer.bytes(piece);
    const body = bodies[index];
    if (body !== undefined) writeBody(model, answer, body);
  }
  return store.schema.columns.length > 0;
}

function writeFields(
  model: ReadModel,
  answer: AnswerBuffer,
  record: DocumentRecord,
  fields: readonly Column[],
): boolean {
  let text = '';
  for (const [index, column] of fields.entries()) {
    text += `${index === 0 ? '' : ','}"${column.name}":`;
    const value = record.values[column.position] ?? null;
    if (isBody(value)) {
      answer.text(text);
      writeBody(model, answer, value);
      text = '';
    } else text += valueJson(column, value);
  }
  if (text !== '') answer.text(text);
  return fields.length > 0;
}
