import { overBudget, QUERY_BUDGET } from '../query/query-budget.ts';

const INITIAL_BYTES = 256 * 1024;
const MAX_REUSED_BYTES = 4 * 1024 * 1024;

/** Bytes of one answer under construction, in a buffer that answers share one after the other. */
export interface OutputBuffer {
  /** Text of any characters. */
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Room for bytes that the caller fills in at once: the buffer and where to start. */
  reserve(length: number): { into: Buffer; at: number };
  /** Counts populated documents; too many are refused. */
  countRow(): void;
  /** What was written so far: bytes, and populated documents. */
  readonly length: number;
  readonly rows: number;
  /** The bytes from a place on, until more is written. */
  since(start: number): Uint8Array;
  /** A copy of what was written; the buffer is free for the next answer. */
  finish(): Buffer;
}

let shared: Buffer | undefined = Buffer.allocUnsafeSlow(INITIAL_BYTES);

export function createOutputBuffer(): OutputBuffer {
  let buffer = shared ?? Buffer.allocUnsafeSlow(INITIAL_BYTES);
  shared = undefined;
  let used = 0;
  let rows = 0;
  const ensureCapacity = (length: number): void => {
    if (used + length <= buffer.length) return;
    if (used + length > QUERY_BUDGET.answerBytes) throw overBudget('the answer would be too large');
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
      const answer = Buffer.allocUnsafe(used);
      buffer.copy(answer, 0, 0, used);
      if (buffer.length <= MAX_REUSED_BYTES) shared = buffer;
      return answer;
    },
  };
}
