import { Readable } from 'node:stream';
import { tooLarge, unavailable } from '@vidhi/contracts/errors.ts';
import { requestTimeout } from '../edge/request-errors.ts';
import type { ByteBudget } from './byte-budget.ts';
import { createSpoolFile, type SpoolFile } from './spool-file.ts';

export interface BodyLimits {
  /** Larger bodies are 413. */
  maxBytes: number;
  /** A body that takes longer is 408. */
  maxMs: number;
}

export interface BodyReception {
  /** Budget of all bodies that are held in memory. A body that exceeds it goes to a file. */
  memory: ByteBudget;
  /** Budget of all bodies that are held in files. */
  spool: ByteBudget;
  spoolDirectory: string;
  /** A longer body goes to a file. */
  maxMemoryBytes: number;
  /** A body that brings less in a window is 408. */
  minBytesPerSecond: number;
  windowMs: number;
}

/** A whole body of a request. */
export interface ReceivedBody {
  bytes: number;
  /** Returns the body as a stream; may be called once. */
  read(): Readable;
  /** Frees the memory and the file of the body, read or not. May be called again. */
  release(): void;
}

class AbortedBody extends Error {}

/** Holds a body: at first in memory, after that in a file. */
class BufferedBody {
  readonly #owner: string;
  readonly #reception: BodyReception;
  readonly #chunks: Buffer[] = [];
  #file: SpoolFile | null = null;
  #memoryBytes = 0;
  #spoolBytes = 0;
  #released = false;

  constructor(owner: string, reception: BodyReception) {
    this.#owner = owner;
    this.#reception = reception;
  }

  async add(chunk: Buffer): Promise<void> {
    const { memory, spool, spoolDirectory, maxMemoryBytes } = this.#reception;
    if (this.#file === null) {
      const fits = this.#memoryBytes + chunk.length <= maxMemoryBytes;
      if (fits && memory.take(this.#owner, chunk.length)) {
        this.#memoryBytes += chunk.length;
        this.#chunks.push(chunk);
        return;
      }
    }
    const moved = [...this.#chunks, chunk];
    const bytes = moved.reduce((sum, { length }) => sum + length, 0);
    if (!spool.take(this.#owner, bytes)) throw unavailable();
    this.#spoolBytes += bytes;
    try {
      this.#file ??= await createSpoolFile(spoolDirectory);
      for (const piece of moved) await this.#file.write(piece);
    } catch (cause) {
      throw Object.assign(unavailable(), { cause });
    }
    this.#chunks.length = 0;
    memory.giveBack(this.#owner, this.#memoryBytes);
    this.#memoryBytes = 0;
  }

  read(): Readable {
    if (this.#file !== null) return this.#file.read();
    const [first = Buffer.alloc(0)] = this.#chunks;
    return Readable.from(this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks));
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#chunks.length = 0;
    this.#reception.memory.giveBack(this.#owner, this.#memoryBytes);
    this.#reception.spool.giveBack(this.#owner, this.#spoolBytes);
    void this.#file?.close().catch(() => undefined);
  }
}

/**
 * Reads a whole body, so that no upstream connection waits for a client. Rejects with 413, with 408 when it is
 * too slow, with 503 when there is no room; the source is left paused and undestroyed then, so that a response
 * can still be sent.
 */
export function receiveBody(
  source: Readable,
  owner: string,
  { maxBytes, maxMs }: BodyLimits,
  reception: BodyReception,
): Promise<ReceivedBody> {
  const { minBytesPerSecond, windowMs } = reception;
  const held = new BufferedBody(owner, reception);
  const minWindowBytes = (minBytesPerSecond * windowMs) / 1_000;
  let bytes = 0;
  let windowBytes = 0;
  let storing: Promise<void> | null = null;
  let isSettled = false;

  return new Promise((resolve, reject) => {
    const settle = (): void => {
      isSettled = true;
      clearTimeout(deadline);
      clearInterval(rate);
      source.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
      source.on('error', () => undefined);
    };
    const fail = (error: Error): void => {
      if (isSettled) return;
      settle();
      source.pause();
      reject(error);
      // The file may just be being opened.
      void Promise.resolve(storing)
        .catch(() => undefined)
        .then(() => held.release());
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      windowBytes += chunk.length;
      if (bytes > maxBytes) {
        fail(tooLarge());
        return;
      }
      source.pause();
      storing = held.add(chunk);
      storing.then(() => {
        storing = null;
        if (!isSettled) source.resume();
      }, fail);
    };
    const onEnd = (): void => {
      settle();
      resolve({ bytes, read: () => held.read(), release: () => held.release() });
    };
    const onClose = (): void => fail(new AbortedBody('the client closed the connection'));
    const deadline = setTimeout(() => fail(requestTimeout()), maxMs);
    const rate = setInterval(() => {
      if (windowBytes < minWindowBytes && storing === null) fail(requestTimeout());
      windowBytes = 0;
    }, windowMs);
    source.on('data', onData).once('end', onEnd).once('error', fail).once('close', onClose);
  });
}
