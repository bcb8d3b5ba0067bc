import { crc32 } from 'node:zlib';
import type { CacheEntry, Variant } from './cache-entry.ts';

/** What an entry costs besides its bodies: heads, links, map slots. */
const ENTRY_OVERHEAD = 2_048;
const MAX_SPELLINGS = 8;
/** What is longer is read anew each time, which costs less than keeping it. */
const MAX_SPELLING_LENGTH = 2_048;
/** A power of two: how many of the last keys that found no room are remembered. */
const REMEMBERED = 16_384;

interface Slot {
  answer: CacheEntry;
  spellings: string[];
  bytes: number;
  visited: boolean;
  newer: Slot | null;
  older: Slot | null;
}

/**
 * Answers by key, bounded by bytes. Replacement is SIEVE: a hit only marks, and the hand that looks for
 * room passes over what was marked, so a crawl through every page does not push out what is read often.
 * Once it is full, room is made only for what is asked for a second time: what is asked for once is not even
 * kept for a moment, which spares the collector of garbage.
 */
export class ResponseCache {
  readonly maxBytes: number;
  #slots = new Map<string, Slot>();
  #newest: Slot | null = null;
  #oldest: Slot | null = null;
  #hand: Slot | null = null;
  #bytes = 0;
  #entries = 0;
  readonly #asked = new Uint32Array(REMEMBERED);

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries;
  }

  /** By its key or by another spelling of it. */
  get(key: string): CacheEntry | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    slot.visited = true;
    return slot.answer;
  }

  /** Whether an answer of this size is worth keeping; asking twice for the same key says that it is. */
  wants(key: string, bodyBytes: number): boolean {
    const bytes = ENTRY_OVERHEAD + key.length + bodyBytes;
    if (bytes > this.maxBytes / 8) return false;
    if (this.#bytes + bytes <= this.maxBytes || this.#slots.has(key)) return true;
    const mark = crc32(key);
    const at = mark & (REMEMBERED - 1);
    if (this.#asked[at] === mark) return true;
    this.#asked[at] = mark;
    return false;
  }

  /** Keeps an answer in place of an older one under its key. What is too large for the cache is not kept. */
  set(answer: CacheEntry): void {
    const known = this.#slots.get(answer.key);
    if (known !== undefined && known.spellings[0] === answer.key) {
      known.answer = answer;
      this.#resize(known);
      return;
    }
    const spellings = [answer.key];
    const bytes = bytesOf({ answer, spellings });
    if (bytes > this.maxBytes / 8) return;
    const slot: Slot = {
      answer,
      spellings,
      bytes,
      visited: false,
      newer: null,
      older: this.#newest,
    };
    if (this.#newest !== null) this.#newest.newer = slot;
    this.#newest = slot;
    this.#oldest ??= slot;
    this.#slots.set(answer.key, slot);
    this.#bytes += bytes;
    this.#entries += 1;
    this.#makeRoom(slot);
  }

  /** Another spelling of a kept key, so that it is found without being read again. */
  addSpelling(key: string, spelling: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined || slot.spellings.length >= MAX_SPELLINGS || this.#slots.has(spelling)) return;
    if (spelling.length > MAX_SPELLING_LENGTH) return;
    slot.spellings.push(spelling);
    this.#slots.set(spelling, slot);
    this.#resize(slot);
  }

  /** Counts again an answer that has grown, as by a compressed body. */
  recount(key: string): void {
    const slot = this.#slots.get(key);
    if (slot !== undefined) this.#resize(slot);
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot !== undefined) this.#remove(slot);
  }

  clear(): void {
    this.#slots.clear();
    this.#newest = null;
    this.#oldest = null;
    this.#hand = null;
    this.#bytes = 0;
    this.#entries = 0;
  }

  #resize(slot: Slot): void {
    const bytes = bytesOf(slot);
    this.#bytes += bytes - slot.bytes;
    slot.bytes = bytes;
    this.#makeRoom(slot);
  }

  #makeRoom(keep: Slot): void {
    while (this.#bytes > this.maxBytes && this.#entries > 1) {
      let slot = this.#hand ?? this.#oldest;
      while (slot !== null && (slot.visited || slot === keep)) {
        slot.visited = false;
        slot = slot.newer ?? this.#oldest;
      }
      if (slot === null) return;
      this.#hand = slot.newer;
      this.#remove(slot);
    }
  }

  #remove(slot: Slot): void {
    for (const spelling of slot.spellings) this.#slots.delete(spelling);
    if (slot.newer === null) this.#newest = slot.older;
    else slot.newer.older = slot.older;
    if (slot.older === null) this.#oldest = slot.newer;
    else slot.older.newer = slot.newer;
    if (this.#hand === slot) this.#hand = slot.newer;
    this.#bytes -= slot.bytes;
    this.#entries -= 1;
  }
}

/** Addresses count too: strangers choose how long they are. */
function bytesOf({ answer, spellings }: Pick<Slot, 'answer' | 'spellings'>): number {
  const { identity, br, gzip } = answer.variants;
  const named = spellings.reduce((sum, { length }) => sum + length, 0);
  return ENTRY_OVERHEAD + named + sizeOf(identity) + sizeOf(br) + sizeOf(gzip);
}

const sizeOf = (variant: Variant | undefined): number =>
  variant === undefined ? 0 : variant.pieces.reduce((sum, { length }) => sum + length, 0);
