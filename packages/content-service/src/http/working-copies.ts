import type { FastifyRequest } from 'fastify';
import type { WorkingCopyState } from '@vidhi/contracts/edit-history.ts';
import { notFound, validationError } from '@vidhi/contracts/errors.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import type { ContentWrites } from '../store/content-writes.ts';
import type { Editing, Revision, WorkingCopy } from '../store/edit-types.ts';
import { CopyChangedError, discardedCopy, pack, unpack } from '../store/editing.ts';
import { copyChanged, personOf } from './edit-conditions.ts';

type Values = Readonly<Record<string, unknown>>;

/** The part of the store that working copies need. */
export type CopyStore = Pick<ContentWrites, 'find' | 'findEditing' | 'changeEditing'>;

/** A working copy as clients send it. */
export interface ReceivedCopy {
  values: Values;
  baseRev: number;
  tab: string;
  n: number;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const MAX_TAB_LENGTH = 64;

/** Reads `data` of a body. Throws 400. */
export function requireObject({ body }: Pick<FastifyRequest, 'body'>): Record<string, unknown> {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(data)) throw validationError('Missing "data" payload in the request body');
  return data;
}

export function readCopy(request: Pick<FastifyRequest, 'body'>): ReceivedCopy {
  const { values, base_rev: baseRev, tab, n } = requireObject(request);
  if (!isObject(values)) throw validationError('values must be an object of attributes');
  if (!isCount(baseRev))
    throw validationError('base_rev must be the number of the edit that the text is from');
  if (typeof tab !== 'string' || tab === '' || tab.length > MAX_TAB_LENGTH)
    throw validationError('tab must be a text of 1 to 64 characters');
  if (!isCount(n)) throw validationError('n must be the number of the save');
  return { values, baseRev, tab, n };
}

export const copyOnWire = (
  model: ReadModel,
  { seq, baseRev, by, at, since, tab }: WorkingCopy,
): WorkingCopyState => ({
  seq,
  base_rev: baseRev,
  by: personOf(model, by),
  at,
  since,
  tab,
});

const seqOf = ({ copySeq = 0 }: Editing): number => copySeq;

export interface CopyWriter {
  model: ReadModel;
  store: CopyStore;
  now: () => Date;
}

async function requireEditing({ store }: CopyWriter, collection: Collection, id: number): Promise<Editing> {
  const editing = await store.findEditing(collection, id);
  if (editing === null) throw notFound();
  return editing;
}

async function replacedCopy(
  { store, now }: CopyWriter,
  collection: Collection,
  id: number,
  copy: WorkingCopy,
): Promise<Revision> {
  const found = await store.find(collection, id);
  if (found === null) throw notFound();
  return discardedCopy(collection, found.doc, copy, now().toISOString());
}

/**
 * Stores what a tab has typed. The last tab to write may go on whatever number it names, as the answer to its last save may
 * have been lost, and its older saves are ignored; every other tab names the number that it has read, by which it takes over.
 */
export async function saveCopy(
  writer: CopyWriter,
  collection: Collection,
  id: number,
  received: ReceivedCopy,
  { by, expected }: { by: number; expected: readonly number[] | undefined },
): Promise<WorkingCopy> {
  const { model, store, now } = writer;
  const { values, baseRev, tab, n } = received;
  for (;;) {
    const editing = await requireEditing(writer, collection, id);
    const { copy } = editing;
    const isOwn = copy !== undefined && copy.by === by && copy.tab === tab;
    if (isOwn && n <= copy.n) return copy;
    const mayWrite = isOwn || (expected?.includes(seqOf(editing)) ?? copy === undefined);
    if (!mayWrite) throw copyChanged(model, new CopyChangedError(editing));
    const at = now().toISOString();
    const saved = { baseRev, by, at, since: isOwn ? copy.since : at, tab, n, values: pack(values) };
    const expectedSeq = seqOf(editing);
    const revision =
      copy === undefined || isOwn ? {} : { revision: await replacedCopy(writer, collection, id, copy) };
    if (await store.changeEditing(collection, id, { expectedSeq, copy: saved, ...revision }))
      return { ...saved, seq: expectedSeq + 1 };
  }
}

/** Removes a working copy; its text becomes a revision, as somebody may miss it. */
export async function discardCopy(
  writer: CopyWriter,
  collection: Collection,
  id: number,
  expected: readonly number[] | undefined,
): Promise<number> {
  const { model, store } = writer;
  for (;;) {
    const editing = await requireEditing(writer, collection, id);
    const { copy } = editing;
    if (expected !== undefined && !expected.includes(seqOf(editing)))
      throw copyChanged(model, new CopyChangedError(editing));
    if (copy === undefined) return seqOf(editing);
    const revision = await replacedCopy(writer, collection, id, copy);
    if (await store.changeEditing(collection, id, { expectedSeq: copy.seq, copy: null, revision }))
      return copy.seq + 1;
  }
}

/**
 * Changes attributes of a working copy for its writer, who stays the one who writes it. A tab in which the text is open stores its
 * own values with the next key.
 */
export async function amendCopy(
  { model, store }: CopyWriter,
  collection: Collection,
  id: number,
  { values, expected }: { values: Values; expected: readonly number[] | undefined },
): Promise<WorkingCopy> {
  for (;;) {
    const editing = await store.findEditing(collection, id);
    const copy = editing?.copy;
    if (editing === null || copy === undefined) throw notFound();
    if (expected !== undefined && !expected.includes(copy.seq))
      throw copyChanged(model, new CopyChangedError(editing));
    const { seq: expectedSeq, ...kept } = copy;
    const amended = { ...kept, values: pack({ ...unpack(copy.values), ...values }) };
    if (await store.changeEditing(collection, id, { expectedSeq, copy: amended }))
      return { ...amended, seq: expectedSeq + 1 };
  }
}
