/** Lower-cased texts of one column in one stretch of memory, so that a search is one run through it. */
export interface TextColumn {
  set(slot: number, text: string | null): void;
  /** Marks every slot whose text contains the needle; answers how many were newly marked. */
  mark(needle: string, marks: Uint8Array): number;
  /** Whether the text of a slot contains the UTF-8 bytes of a needle. */
  contains(slot: number, needle: Uint8Array): boolean;
  readonly bytes: number;
}

const SEPARATOR = 0xff;
const FIRST_BYTES = 16 * 1024;
const MIN_GARBAGE = 256 * 1024;

/** UTF-8 never contains the separator byte, so no match can reach from one text into the next. */
export function createTextColumn(): TextColumn {
  let data = Buffer.alloc(FIRST_BYTES);
  let used = 0;
  let live = 0;
  /** By entry, in the order of the data: where it starts, and whose it is (-1: nobody's any more). */
  let starts: number[] = [];
  let owners: number[] = [];
  let entryOf: number[] = [];

  const append = (slot: number, bytes: Buffer): void => {
    if (used + bytes.length + 1 > data.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(data.length * 2, used + bytes.length + 1));
      data.copy(grown, 0, 0, used);
      data = grown;
    }
    entryOf[slot] = starts.length;
    starts.push(used);
    owners.push(slot);
    data.set(bytes, used);
    used += bytes.length;
    data[used] = SEPARATOR;
    used += 1;
    live += bytes.length + 1;
  };
  const lengthOf = (entry: number): number => (starts[entry + 1] ?? used) - (starts[entry] ?? used);
  const compact = (): void => {
    const old = { data, starts, owners };
    [data, used, live] = [Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, live * 2)), 0, 0];
    [starts, owners, entryOf] = [[], [], []];
    for (const [entry, slot] of old.owners.entries()) {
      const start = old.starts[entry] ?? 0;
      const end = (old.starts[entry + 1] ?? old.data.length) - 1;
      if (slot !== -1) append(slot, old.data.subarray(start, end));
    }
  };

  return {
    set(slot, text) {
      const entry = entryOf[slot] ?? -1;
      if (entry !== -1) {
        live -= lengthOf(entry);
        owners[entry] = -1;
        entryOf[slot] = -1;
      }
      while (entryOf.length < slot) entryOf.push(-1);
      if (text !== null) append(slot, Buffer.from(text, 'utf8'));
      else entryOf[slot] = -1;
      if (used - live > MIN_GARBAGE && live * 2 < used) {
        starts.push(used);
        compact();
      }
    },
    mark(needle, marks) {
      let found = 0;
      const put = (slot: number): void => {
        if (slot === -1 || marks[slot] === 1) return;
        marks[slot] = 1;
        found += 1;
      };
      if (needle === '') {
        for (const slot of owners) put(slot);
        return found;
      }
      const view = data.subarray(0, used);
      const wanted = Buffer.from(needle, 'utf8');
      let entry = 0;
      for (let at = view.indexOf(wanted); at !== -1;) {
        entry = entryAt(starts, at, entry);
        put(owners[entry] ?? -1);
        const next = starts[entry + 1];
        at = next === undefined ? -1 : view.indexOf(wanted, next);
      }
      return found;
    },
    contains(slot, needle) {
      const entry = entryOf[slot] ?? -1;
      if (entry === -1) return false;
      const start = starts[entry] ?? 0;
      return holds(data, start, start + lengthOf(entry) - 1, needle);
    },
    get bytes() {
      return data.length;
    },
  };
}

/** A plain search: texts are short, and a call into native code would cost more than it saves. */
function holds(data: Uint8Array, start: number, end: number, needle: Uint8Array): boolean {
  const last = end - needle.length;
  for (let from = start; from <= last; from += 1) {
    let at = 0;
    while (at < needle.length && data[from + at] === needle[at]) at += 1;
    if (at === needle.length) return true;
  }
  return false;
}

/** The entry that a position lies in, searched from the last one found by growing steps. */
function entryAt(starts: readonly number[], at: number, from: number): number {
  let step = 1;
  let low = from;
  while ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle;
    else high = middle;
  }
  return low;
}
