/** Multiplicative hash of a double that holds an integer below 2^53. */
const hashOf = (code: number): number => {
  const high = Math.floor(code / 0x1_0000_0000);
  const low = code >>> 0;
  return (Math.imul(low ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b) ^ (low >>> 15)) >>> 0;
};

const FIRST_SIZE = 1 << 16;

/**
 * The states found so far, numbered in the order of their discovery, by open addressing: a `Map` with keys above 2^31
 * needs about eight times as much memory.
 */
export class StateIndex {
  #table = new Int32Array(FIRST_SIZE).fill(-1);
  #codes = new Float64Array(FIRST_SIZE / 2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  codeOf(id: number): number {
    return this.#codes[id] ?? 0;
  }

  /** The number of a state, or -1. */
  find(code: number): number {
    return this.#table[this.#place(code)] ?? -1;
  }

  /** Returns false when the state is in the index already. */
  add(code: number): boolean {
    const place = this.#place(code);
    if (this.#table[place] !== -1) return false;
    this.#table[place] = this.#size;
    this.#codes[this.#size] = code;
    this.#size += 1;
    if (this.#size === this.#codes.length) this.#grow();
    return true;
  }

  #place(code: number): number {
    const mask = this.#table.length - 1;
    let place = hashOf(code) & mask;
    for (let id = this.#table[place] ?? -1; id !== -1; id = this.#table[place] ?? -1) {
      if (this.#codes[id] === code) return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const codes = new Float64Array(this.#codes.length * 2);
    codes.set(this.#codes);
    this.#codes = codes;
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    for (let id = 0; id < this.#size; id += 1) this.#table[this.#place(this.codeOf(id))] = id;
  }
}
