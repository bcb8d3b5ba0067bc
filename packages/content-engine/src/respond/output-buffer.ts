import { QUERY_BUDGET } from '../query/query-budget.ts';
import { COST, overBudget } from '../query/query-cost.ts';
import type { QueryCost } from '../query/query-cost.ts';

const INITIAL_BYTES = 256 * 1024;
const MAX_REUSED_BYTES = 4 * 1024 * 1024;

/**
 * A growing buffer for one response body; responses reuse its memory one after the other. Every write charges its bytes
 * and throws 400 beyond the budget of a response.
 */
export interface OutputBuffer {
  /** Writes text as UTF-8, without escaping. */
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Reserves bytes that the caller must fill before the next write, in `into` from `at` on. */
  reserve(length: number): { into: Buffer; at: number };
  /** Counts one populated document; throws 400 when there are too many. */
  countRow(): void;
  /** Bytes written so far. */
  readonly length: number;
  /** Populated documents so far. */
  readonly rows: number;
  /** A view of the bytes from an offset on; valid until the next write. */
  since(start: number): Uint8Array;
  /** Returns a copy of the bytes; the output must not be used afterwards. */
  finish(): Buffer;
}

const TOO_LARGE = 'the answer would be too large';

let shared: Buffer | undefined = Buffer.allocUnsafeSlow(INITIAL_BYTES);

/**
 * Creates an output buffer. Writes charge the cost, and throw 400 beyond the maximum size of a response. One buffer is
 * reused between responses to avoid allocations.
 */
export function createOutputBuffer(cost: QueryCost): OutputBuffer {
  let buffer = shared ?? Buffer.allocUnsafeSlow(INITIAL_BYTES);
  shared = undefined;
  let used = 0;
  let rows = 0;
  const ensureCapacity = (length: number): void => {
    cost.charge(COST.piece + length * COST.writtenByte, TOO_LARGE);
    if (used + length <= buffer.length) return;
    if (used + length > QUERY_BUDGET.responseBytes) throw overBudget(TOO_LARGE);
    const grown = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, used + length));
    buffer.copy(grown, 0, 0, used);
    buffer = grown;
  };
  return {
    text(text) {
      ensureCapacity(text.length * 3);
      used += buffer.write(text, used, 'utf8');
    },
    bytes(bytes) {
      ensureCapacity(bytes.length);
      buffer.set(bytes, used);
      used += bytes.length;
    },
    reserve(length) {
      ensureCapacity(length);
      const at = used;
      used += length;
      return { into: buffer, at };
    },
    countRow() {
      rows += 1;
      if (rows > QUERY_BUDGET.populatedRows) throw overBudget('too many populated documents');
    },
    get length() {
      return used;
    },
    get rows() {
      return rows;
    },
    since: (start) => buffer.subarray(start, used),
    finish() {
      const body = Buffer.allocUnsafe(used);
      buffer.copy(body, 0, 0, used);
      if (buffer.length <= MAX_REUSED_BYTES) shared = buffer;
      return body;
    },
  };
}
