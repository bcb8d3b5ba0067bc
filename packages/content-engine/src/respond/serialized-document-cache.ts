import { LRUCache } from 'lru-cache';
import type { OutputBuffer } from './output-buffer.ts';
import { CACHE_COUNTS } from '../query/cache-counts.ts';
import { fieldSetIdOf } from '../query/field-sets.ts';
import type { CollectionStore } from '../model/collection-store.ts';
import type { IndexedDocument, CachedSerialization } from '../records/document.ts';
import type { Populated } from './populate.ts';
import type { Fields } from '../query/query.ts';

/**
 * A cache of serialized documents with their populated relations, shared by all lists of a process: one ring buffer
 * outside the heap, in which new entries overwrite the oldest.
 */
const RING_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 256 * 1024;
/** Cached documents are not charged for their populated rows, so larger ones are not cached. */
const MAX_ROWS = 100;
/** Projections cached for each collection: a site's pages use few, made-up queries replace the least recently used. */
const MAX_PROJECTIONS = 64;

/** The attributes and relations that a response shows. Its epoch changes when a collection that it shows changes. */
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
const COUNTS = CACHE_COUNTS.serialized_documents;

/** Bytes ever written, with gaps at the end of the ring; an offset in the ring is this modulo its size. */
let written = 0;
/** The entries of the ring, the oldest first, from the index `oldest` on. */
let entries: { document: IndexedDocument; item: CachedSerialization }[] = [];
let oldest = 0;

/** Projections by their description. */
const projections = new WeakMap<CollectionStore, LRUCache<string, ProjectionEntry>>();

/**
 * Appends a description of the populated levels to `names` and their collections to `stores`. Returns false when a level
 * depends on more than the versions of these collections, or on the other documents of the list.
 */
function describe(levels: readonly Populated[], names: string[], stores: Set<CollectionStore>): boolean {
  for (const { node, store, includeUnpublished, compiledFilter, nested } of levels) {
    const isPlain =
      !includeUnpublished && compiledFilter === undefined && node.sort.length === 0 && !node.count;
    const isWhole = node.limit === undefined && node.offset === 0 && !node.reversed;
    if (!isPlain || !isWhole || store.hasVolatile) return false;
    stores.add(store);
    names.push(node.relation.name, '(', node.fields?.map(({ name }) => name).join(',') ?? '*');
    if (!describe(nested, names, stores)) return false;
    names.push(')');
  }
  return true;
}

/** Returns the least recently used projection id under a new epoch, or a new id while there are fewer than the maximum. */
function allocateProjection(cached: LRUCache<string, ProjectionEntry>): Projection {
  const evicted = cached.size < MAX_PROJECTIONS ? undefined : cached.pop();
  return evicted === undefined ? { id: cached.size, epoch: 0 } : { id: evicted.id, epoch: evicted.epoch + 1 };
}

/** Returns the projection of a list's documents, or null where their serialization cannot be cached. */
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
    cached = new LRUCache({ max: MAX_PROJECTIONS });
    projections.set(store, cached);
  }
  const projection = cached.get(key);
  if (projection === undefined) {
    const added = { ...allocateProjection(cached), versionKey };
    cached.set(key, added);
    return added;
  }
  if (projection.versionKey !== versionKey) {
    projection.versionKey = versionKey;
    projection.epoch += 1;
  }
  return projection;
}

/** Writes the cached serialization of a document. Returns false, and writes nothing, on a miss. */
export function writeCached(
  output: OutputBuffer,
  document: IndexedDocument,
  { id, epoch }: Projection,
): boolean {
  const { serializations } = document;
  let item: CachedSerialization | undefined;
  // A loop: `find` with a closure is measurably slower, and this runs for every document of every list.
  if (serializations !== undefined)
    for (const each of serializations)
      if (each.projection === id) {
        item = each;
        break;
      }
  if (item === undefined || item.epoch !== epoch || ring === undefined) {
    COUNTS.misses += 1;
    return false;
  }
  COUNTS.hits += 1;
  const start = item.at % RING_BYTES;
  output.bytes(ring.subarray(start, start + item.length));
  return true;
}

/** Caches the serialization of a document, with `rows` populated documents. The bytes are copied. */
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
  document.serializations = [
    ...(document.serializations?.filter(({ projection }) => projection !== id) ?? []),
    item,
  ];
  entries.push({ document, item });
}

function evictOverwritten(): void {
  for (let first = entries[oldest]; first !== undefined; first = entries[oldest]) {
    if (first.item.at >= written - RING_BYTES) break;
    const { document, item } = first;
    const others = document.serializations?.filter((other) => other !== item);
    document.serializations = others === undefined || others.length === 0 ? undefined : others;
    oldest += 1;
  }
  if (oldest > 1_000 && oldest * 2 > entries.length) {
    entries = entries.slice(oldest);
    oldest = 0;
  }
}
