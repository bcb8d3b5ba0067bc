import type { OutputBuffer } from './output-buffer.ts';
import { fieldSetIdOf } from '../query/field-sets.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument, CachedSerialization } from '../records/document.ts';
import type { Populated } from './populate.ts';
import type { Fields } from '../query/query.ts';

/** Off the heap, one ring for all: what is kept longest is overwritten first. */
const RING_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 256 * 1024;
/** An answer's budgets count what is written anew; so small an item never matters to them. */
const MAX_ROWS = 100;
/** Shapes are few on a site: the calls of its pages. What strangers make up passes through without pushing them out. */
const MAX_PROJECTIONS = 64;

/** One way to show documents, as long as nothing that they are related to changes. */
export interface Projection {
  readonly id: number;
  readonly epoch: number;
}

interface ProjectionEntry {
  id: number;
  epoch: number;
  versionKey: string;
}

let ring: Buffer | undefined;
/** Bytes ever written, gaps at the ring's end included: a position in the ring is this modulo its size. */
let written = 0;
/** What is in the ring, the oldest first, from `oldest` on. */
let kept: { document: IndexedDocument; item: CachedSerialization }[] = [];
let oldest = 0;

/** By name, those asked for last at the end. */
const projections = new WeakMap<CollectionStore, Map<string, ProjectionEntry>>();

/** Names how documents are shown; false where that depends on more than the versions of what they are related to. */
function describe(levels: readonly Populated[], names: string[], stores: Set<CollectionStore>): boolean {
  for (const { node, store, includeUnpublished, matcher, nested } of levels) {
    const isPlain = !includeUnpublished && matcher === undefined && node.sort.length === 0 && !node.count;
    const isWhole = node.limit === undefined && node.offset === 0 && !node.reversed;
    if (!isPlain || !isWhole || store.hasVolatile) return false;
    stores.add(store);
    names.push(node.relation.name, '(', node.fields?.map(({ name }) => name).join(',') ?? '*');
    if (!describe(nested, names, stores)) return false;
    names.push(')');
  }
  return true;
}

/** The number of the shape asked for longest ago, in an epoch that it was not in; until there are many, a new one. */
function allocateProjection(cached: Map<string, ProjectionEntry>): Projection {
  const [oldest] = cached.entries();
  if (cached.size < MAX_PROJECTIONS || oldest === undefined) return { id: cached.size, epoch: 0 };
  const [key, { id, epoch }] = oldest;
  cached.delete(key);
  return { id, epoch: epoch + 1 };
}

/** The shape of a list's documents, where ready ones may be used again. */
export function projectionOf(
  store: CollectionStore,
  accessLevel: number,
  fields: Fields,
  levels: readonly Populated[],
): Projection | null {
  const fieldSetId = fields === null ? -1 : fieldSetIdOf(fields);
  if (fieldSetId === undefined) return null;
  const names = [String(accessLevel), String(fieldSetId)];
  const stores = new Set<CollectionStore>();
  if (!describe(levels, names, stores)) return null;
  const key = names.join('\u0001');
  const versionKey = [...stores].map(({ version }) => version).join();
  let cached = projections.get(store);
  if (cached === undefined) {
    cached = new Map();
    projections.set(store, cached);
  }
  const projection = cached.get(key);
  if (projection === undefined) {
    const made = { ...allocateProjection(cached), versionKey };
    cached.set(key, made);
    return made;
  }
  cached.delete(key);
  cached.set(key, projection);
  if (projection.versionKey !== versionKey) {
    projection.versionKey = versionKey;
    projection.epoch += 1;
  }
  return projection;
}

/** Writes a document that is ready in this shape; answers whether it was. */
export function writeCached(answer: OutputBuffer, document: IndexedDocument, { id, epoch }: Projection): boolean {
  const item = document.serializations?.find(({ projection }) => projection === id);
  if (item === undefined || item.epoch !== epoch || ring === undefined) return false;
  const start = item.at % RING_BYTES;
  answer.bytes(ring.subarray(start, start + item.length));
  return true;
}

/** Keeps what was written of a document: bytes of the answer since a mark. */
export function cacheSerialized(
  document: IndexedDocument,
  { id, epoch }: Projection,
  bytes: Uint8Array,
  rows: number,
): void {
  const { length } = bytes;
  if (length > MAX_ENTRY_BYTES || rows > MAX_ROWS) return;
  ring ??= Buffer.allocUnsafeSlow(RING_BYTES);
  const start = written % RING_BYTES;
  if (start + length > RING_BYTES) written += RING_BYTES - start;
  const at = written;
  written += length;
  evictOverwritten();
  ring.set(bytes, at % RING_BYTES);
  const item: CachedSerialization = { projection: id, epoch, at, length };
  document.serializations = [...(document.serializations?.filter(({ projection }) => projection !== id) ?? []), item];
  kept.push({ document, item });
}

function evictOverwritten(): void {
  for (let first = kept[oldest]; first !== undefined; first = kept[oldest]) {
    if (first.item.at >= written - RING_BYTES) break;
    const { document, item } = first;
    const others = document.serializations?.filter((other) => other !== item);
    document.serializations = others === undefined || others.length === 0 ? undefined : others;
    oldest += 1;
  }
  if (oldest > 1_000 && oldest * 2 > kept.length) {
    kept = kept.slice(oldest);
    oldest = 0;
  }
}
