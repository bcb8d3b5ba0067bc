import type { AnswerBuffer } from './answer-buffer.ts';
import type { BodyRef } from './body-store.ts';
import type { CollectionStore } from './collection-store.ts';
import { valueJson } from './column-value.ts';
import { isBody } from './document-record.ts';
import type { DocumentRecord, Fragments } from './document-record.ts';
import type { Fields } from './query.ts';
import type { ReadModel } from './read-model.ts';
import type { Column, Schema } from './schema.ts';

/** All attributes of a document that an audience may see, as bytes; made once and kept with it. */
function fragmentsOf(store: CollectionStore, record: DocumentRecord, rank: number): Fragments {
  const known = record.fragments[rank];
  if (known !== undefined) return known;
  const sharing = sharedRank(store.schema, rank);
  const made = sharing === rank ? makeFragments(store, record, rank) : fragmentsOf(store, record, sharing);
  record.fragments[rank] = made;
  return made;
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

function makeFragments(store: CollectionStore, record: DocumentRecord, rank: number): Fragments {
  const pieces: Buffer[] = [];
  const bodies: BodyRef[] = [];
  let text = '';
  let separator = '';
  for (const column of store.schema.columns) {
    if (column.rank > rank) continue;
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
  const sizes = [...pieces, ...bodies].map(({ length }) => length);
  return { pieces, bodies, bytes: sizes.reduce((total, size) => total + size, 0) };
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
  if (fields !== null) return writeFields(model, answer, record, fields);
  const { pieces, bodies } = fragmentsOf(store, record, rank);
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
