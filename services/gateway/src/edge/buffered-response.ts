import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import type { ByteBudget } from '../bodies/byte-budget.ts';

const SMALL_BUFFER_BYTES = 65_536;

export interface ResponseBuffering {
  /** Budget of all responses that are held for slow clients. */
  memory: ByteBudget;
  /** The longest response that is held as a whole. */
  maxBytes: number;
  /**
   * The slowest rate at which a client may read a response that is too long to be buffered. A slower one is
   * disconnected, as the service waits for it.
   */
  minBytesPerSecond: number;
  windowMs: number;
}

/** Counts what a client has taken. */
class ResponseBuffer extends Transform {
  takenBytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.takenBytes += chunk.length;
    done(null, chunk);
  }
}

/**
 * Reads the response of a service as fast as it arrives, within a budget of memory. A slow client then holds no
 * upstream connection. `lengthBytes` is null for a response without a length.
 */
export function bufferResponse(
  source: Readable,
  owner: string,
  lengthBytes: number | null,
  { memory, maxBytes, minBytesPerSecond, windowMs }: ResponseBuffering,
): Readable {
  const requestedBytes = Math.min(lengthBytes ?? maxBytes, maxBytes);
  const isHeld = memory.take(owner, requestedBytes);
  const buffer = new ResponseBuffer({
    writableHighWaterMark: SMALL_BUFFER_BYTES,
    readableHighWaterMark: isHeld ? Math.max(requestedBytes, SMALL_BUFFER_BYTES) : SMALL_BUFFER_BYTES,
  });
  let takenBefore = 0;
  const rate = setInterval(() => {
    const isWaiting = buffer.writableNeedDrain;
    const takenBytes = buffer.takenBytes - takenBefore;
    takenBefore = buffer.takenBytes;
    if (isWaiting && takenBytes < (minBytesPerSecond * windowMs) / 1_000)
      buffer.destroy(new Error('the client reads too slowly'));
  }, windowMs);
  // An error of either stream rejects the read of the buffer.
  pipeline(source, buffer, () => clearInterval(rate));
  buffer.once('close', () => {
    if (isHeld) memory.giveBack(owner, requestedBytes);
  });
  return buffer;
}
