import { crc32 } from 'node:zlib';
import type { CacheEntry, Variant } from './cache-entry.ts';

/** Bytes of an entry besides its bodies: headers, list links, map entries. */
const ENTRY_OVERHEAD = 2_048;
const MAX_ALIASES = 8;
/** Longer URLs are normalised on each request, which costs less than storing them. */
const MAX_ALIAS_LENGTH = 2_048;
/** A power of two: number of hashes of keys that were not admitted yet. */
const SEEN_KEYS = 16_384;

interface Node {
  entry: CacheEntry;
  aliases: string[];
  bytes: number;
  visited: boolean;
  newer: Node | null;
  older: Node | null;
}

/**
 * Responses by key, bounded by bytes. Eviction is SIEVE (Zhang et al., NSDI 2024): a hit sets the visited bit, and
 * the hand that looks for a victim skips and clears visited entries, so a crawl does not evict popular entries.
 * A full cache admits a key at its second miss: keys that are requested once cause neither eviction nor garbage.
 * Instead of lru-cache, as it hits more: with 32 MB, 5,000 pages of 20 KB in Zipf's distribution and as many requests of a
 * crawl, 84 % of the requests of these pages against 65 %; without the crawl 85 % against 81 %.
 */
export class ResponseCache {
  readonly maxBytes: number;
  #nodes = new Map<string, Node>();
  #newest: Node | null = null;
  #oldest: Node | null = null;
  #hand: Node | null = null;
  #bytes = 0;
  #entries = 0;
  readonly #seenOnce = new Uint32Array(SEEN_KEYS);

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries;
  }

  /** By its key or by an alias. */
  get(key: string): CacheEntry | undefined {
    const node = this.#nodes.get(key);
    if (node === undefined) return undefined;
    node.visited = true;
    return node.entry;
  }

  /** Returns whether to store a response of this size: always while there is room, else at the second call for a key. */
  admits(key: string, bodyBytes: number): boolean {
    const bytes = ENTRY_OVERHEAD + key.length + bodyBytes;
    if (bytes > this.maxBytes / 8) return false;
    if (this.#bytes + bytes <= this.maxBytes || this.#nodes.has(key)) return true;
    const hash = crc32(key);
    const at = hash & (SEEN_KEYS - 1);
    if (this.#seenOnce[at] === hash) return true;
    this.#seenOnce[at] = hash;
    return false;
  }

  /** Stores an entry, replacing the one of the same key. Entries over an eighth of the cache are not stored. */
  set(entry: CacheEntry): void {
    const known = this.#nodes.get(entry.key);
    if (known !== undefined && known.aliases[0] === entry.key) {
      known.entry = entry;
      this.#resize(known);
      return;
    }
    const aliases = [entry.key];
    const bytes = bytesOf({ entry, aliases });
    if (bytes > this.maxBytes / 8) return;
    const node: Node = {
      entry,
      aliases,
      bytes,
      visited: false,
      newer: null,
      older: this.#newest,
    };
    if (this.#newest !== null) this.#newest.newer = node;
    this.#newest = node;
    this.#oldest ??= node;
    this.#nodes.set(entry.key, node);
    this.#bytes += bytes;
    this.#entries += 1;
    this.#makeRoom(node);
  }

  /** Adds another URL of a stored key, which is then found without being normalised. */
  addAlias(key: string, alias: string): void {
    const node = this.#nodes.get(key);
    if (node === undefined || node.aliases.length >= MAX_ALIASES || this.#nodes.has(alias)) return;
    if (alias.length > MAX_ALIAS_LENGTH) return;
    node.aliases.push(alias);
    this.#nodes.set(alias, node);
    this.#resize(node);
  }

  /** Updates the size of an entry that has grown, as by a compressed body. */
  recount(key: string): void {
    const node = this.#nodes.get(key);
    if (node !== undefined) this.#resize(node);
  }

  delete(key: string): void {
    const node = this.#nodes.get(key);
    if (node !== undefined) this.#remove(node);
  }

  clear(): void {
    this.#nodes.clear();
    this.#newest = null;
    this.#oldest = null;
    this.#hand = null;
    this.#bytes = 0;
    this.#entries = 0;
  }

  #resize(node: Node): void {
    const bytes = bytesOf(node);
    this.#bytes += bytes - node.bytes;
    node.bytes = bytes;
    this.#makeRoom(node);
  }

  #makeRoom(keep: Node): void {
    while (this.#bytes > this.maxBytes && this.#entries > 1) {
      let node = this.#hand ?? this.#oldest;
      while (node !== null && (node.visited || node === keep)) {
        node.visited = false;
        node = node.newer ?? this.#oldest;
      }
      if (node === null) return;
      this.#hand = node.newer;
      this.#remove(node);
    }
  }

  #remove(node: Node): void {
    for (const alias of node.aliases) this.#nodes.delete(alias);
    if (node.newer === null) this.#newest = node.older;
    else node.newer.older = node.older;
    if (node.older === null) this.#oldest = node.newer;
    else node.older.newer = node.newer;
    if (this.#hand === node) this.#hand = node.newer;
    this.#bytes -= node.bytes;
    this.#entries -= 1;
  }
}

/** URLs count too: clients choose their length. */
function bytesOf({ entry, aliases }: Pick<Node, 'entry' | 'aliases'>): number {
  const { identity, br, gzip } = entry.variants;
  const named = aliases.reduce((sum, { length }) => sum + length, 0);
  return ENTRY_OVERHEAD + named + sizeOf(identity) + sizeOf(br) + sizeOf(gzip);
}

const sizeOf = (variant: Variant | undefined): number =>
  variant === undefined ? 0 : variant.pieces.reduce((sum, { length }) => sum + length, 0);
