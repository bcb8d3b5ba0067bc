import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY_SEGMENT_BYTES = 1024 * 1024;
const FILE_SEGMENT_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 256 * 1024;

/** Location of a stored long text. Opaque to callers, except for `length`, its size in bytes as a JSON literal. */
export interface LongTextRef {
  segment: Segment;
  at: number;
  readonly length: number;
}

export interface Segment {
  readonly capacity: number;
  used: number;
  live: number;
  readonly refs: Set<LongTextRef>;
  write(bytes: Uint8Array, at: number): void;
  read(into: Buffer, intoAt: number, at: number, length: number): void;
  close(): void;
}

/**
 * Long texts outside the JavaScript heap, as JSON string literals in UTF-8, so that a response copies them without
 * encoding. They are appended to segments, which are unlinked files or buffers. The live texts of a segment that is
 * mostly garbage are copied to the newest segment, and the old one is closed.
 */
export interface LongTextStore {
  append(bytes: Uint8Array): LongTextRef;
  /** Copies the text into a buffer that has room for `ref.length` bytes. */
  read(ref: LongTextRef, into: Buffer, at: number): void;
  /** Frees a text; its reference must not be read again. */
  release(ref: LongTextRef): void;
  /**
   * Takes ownership of an open file that contains texts as JSON string literals. Returns a function that creates a
   * reference to one of them, by offset and length; nothing is copied. The file may be unlinked; the store closes it.
   */
  adopt(file: number): (at: number, length: number) => LongTextRef;
  liveBytes(): number;
  storedBytes(): number;
  close(): void;
}

function memorySegment(capacity: number): Segment {
  const buffer = Buffer.allocUnsafeSlow(capacity);
  return {
    capacity,
    used: 0,
    live: 0,
    refs: new Set(),
    write: (bytes, at) => buffer.set(bytes, at),
    read: (into, intoAt, at, length) => {
      buffer.copy(into, intoAt, at, at + length);
    },
    close: () => undefined,
  };
}

function readFully(file: number, into: Buffer, intoAt: number, at: number, length: number): void {
  for (let done = 0; done < length;) {
    const count = readSync(file, into, intoAt + done, length - done, at + done);
    if (count === 0) throw new Error('A long text segment ended early');
    done += count;
  }
}

/** Creates a read-only segment from a file that was written elsewhere. */
const adoptedSegment = (file: number): Segment => ({
  capacity: 0,
  used: 0,
  live: 0,
  refs: new Set(),
  write: () => {
    throw new Error('An adopted segment is read-only');
  },
  read: (into, intoAt, at, length) => readFully(file, into, intoAt, at, length),
  close: () => closeSync(file),
});

/** Creates a segment in an unlinked file. Appended bytes are buffered, so that many texts share one system call. */
function fileSegment(path: string, capacity: number): Segment {
  const file = openSync(path, 'w+');
  rmSync(path);
  const tail = Buffer.allocUnsafe(TAIL_BYTES);
  let flushed = 0;
  let buffered = 0;
  const flush = (): void => {
    for (let done = 0; done < buffered;) done += writeSync(file, tail, done, buffered - done, flushed + done);
    flushed += buffered;
    buffered = 0;
  };
  return {
    capacity,
    used: 0,
    live: 0,
    refs: new Set(),
    write(bytes, at) {
      if (buffered + bytes.length > TAIL_BYTES) flush();
      if (bytes.length > TAIL_BYTES) {
        for (let done = 0; done < bytes.length;)
          done += writeSync(file, bytes, done, bytes.length - done, at + done);
        flushed = at + bytes.length;
        return;
      }
      tail.set(bytes, buffered);
      buffered += bytes.length;
    },
    read(into, intoAt, at, length) {
      if (at >= flushed) {
        tail.copy(into, intoAt, at - flushed, at - flushed + length);
        return;
      }
      readFully(file, into, intoAt, at, length);
    },
    close: () => closeSync(file),
  };
}

/**
 * Creates a store of long texts in files of `directory`, which are unlinked and so vanish with the process, or in memory
 * without one.
 */
export function createLongTextStore(directory?: string): LongTextStore {
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const size = directory === undefined ? MEMORY_SEGMENT_BYTES : FILE_SEGMENT_BYTES;
  let created = 0;
  const newSegment = (capacity: number): Segment => {
    created += 1;
    return directory === undefined
      ? memorySegment(capacity)
      : fileSegment(join(directory, `long-texts-${process.pid}-${created}-${Date.now()}.tmp`), capacity);
  };
  const segments = new Set<Segment>();
  let current: Segment | undefined;

  const place = (ref: LongTextRef, bytes: Uint8Array): void => {
    if (current === undefined || current.used + bytes.length > current.capacity) {
      if (current !== undefined && current.refs.size === 0) drop(current);
      current = newSegment(Math.max(size, bytes.length));
      segments.add(current);
    }
    ref.segment = current;
    ref.at = current.used;
    current.write(bytes, current.used);
    current.used += bytes.length;
    current.live += bytes.length;
    current.refs.add(ref);
  };
  const drop = (segment: Segment): void => {
    segments.delete(segment);
    segment.close();
    if (current === segment) current = undefined;
  };
  const compact = (segment: Segment): void => {
    for (const ref of segment.refs) {
      const bytes = Buffer.allocUnsafe(ref.length);
      segment.read(bytes, 0, ref.at, ref.length);
      place(ref, bytes);
    }
    drop(segment);
  };

  return {
    append(bytes) {
      const ref = { segment: current ?? UNPLACED, at: 0, length: bytes.length };
      place(ref, bytes);
      return ref;
    },
    read: ({ segment, at, length }, into, intoAt) => segment.read(into, intoAt, at, length),
    release(ref) {
      const { segment } = ref;
      if (!segment.refs.delete(ref)) return;
      segment.live -= ref.length;
      if (segment !== current && segment.live * 2 < segment.used) compact(segment);
    },
    adopt(file) {
      const segment = adoptedSegment(file);
      segments.add(segment);
      return (at, length) => {
        const ref = { segment, at, length };
        segment.used += length;
        segment.live += length;
        segment.refs.add(ref);
        return ref;
      };
    },
    liveBytes: () => sum(segments, ({ live }) => live),
    storedBytes: () => sum(segments, ({ used }) => used),
    close() {
      for (const segment of segments) segment.close();
      segments.clear();
      current = undefined;
    },
  };
}

/** The segment of a new reference until its text is placed, so that all references share one hidden class. */
const UNPLACED = memorySegment(0);

function sum(segments: Iterable<Segment>, part: (segment: Segment) => number): number {
  let total = 0;
  for (const segment of segments) total += part(segment);
  return total;
}

const QUOTE = 0x22;

/** Encodes a long text as the JSON string literal that is stored and sent. */
export const toJsonLiteral = (text: string): Buffer => Buffer.from(JSON.stringify(text), 'utf8');

/** Decodes a stored long text. Throws when it is not a JSON string literal. */
export function fromJsonLiteral(literal: Buffer): string {
  if (literal[0] !== QUOTE) throw new Error('A stored long text is not a JSON string');
  const text: unknown = JSON.parse(literal.toString('utf8'));
  return String(text);
}
