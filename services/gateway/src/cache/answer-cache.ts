import type { CachedAnswer } from './cached-answer.ts';

/** What an entry costs besides its bodies: heads, links, map slots. */
const ENTRY_OVERHEAD = 2_048;
const MAX_SPELLINGS = 8;

interface Slot {
  answer: CachedAnswer;
  spellings: string[];
  bytes: number;
  visited: boolean;
  newer: Slot | null;
  older: Slot | null;
}

/**
 * Answers by key, bounded by bytes. Replacement is SIEVE: a hit only marks, and the hand that looks for
 * room passes over what was marked, so a crawl through every page does not push out what is read often.
 */
export class AnswerCache {
  readonly maxBytes: number;
  #slots = new Map<string, Slot>();
  #newest: Slot | null = null;
  #oldest: Slot | null = null;
  #hand: Slot | null = null;
  #bytes = 0;
  #entries = 0;

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
  get(key: string): CachedAnswer | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    slot.visited = true;
    return slot.answer;
  }

  /** Keeps an answer in place of an older one under its key. What is too large for the cache is not kept. */
  set(answer: CachedAnswer): void {
    const known = this.#slots.get(answer.key);
    if (known !== undefined && known.spellings[0] === answer.key) {
      known.answer = answer;
      this.#resize(known);
      return;
    }
    const bytes = bytesOf(answer);
    if (bytes > this.maxBytes / 8) return;
    const slot: Slot = {
      answer,
      spellings: [answer.key],
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
    slot.spellings.push(spelling);
    this.#slots.set(spelling, slot);
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
    const bytes = bytesOf(slot.answer);
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

function bytesOf({ variants: { identity, br, gzip } }: CachedAnswer): number {
  return ENTRY_OVERHEAD + identity.body.length + (br?.body.length ?? 0) + (gzip?.body.length ?? 0);
}
