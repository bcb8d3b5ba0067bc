import { createConnection } from 'node:net';

const ANSWER_MS = 2_000;

/**
 * Sends one request and answers the bytes of the reply as soon as `isWhole` says that it is whole.
 * @param {{ host: string, port: number, request: Buffer, isWhole: (reply: Buffer) => boolean, withinMs?: number }} options
 * @returns {Promise<Buffer>}
 */
export function exchange({ host, port, request, isWhole, withinMs = ANSWER_MS }) {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    let reply = Buffer.alloc(0);
    socket.setTimeout(withinMs, () => socket.destroy(new Error('no answer')));
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      if (!isWhole(reply)) return;
      resolve(reply);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

/** @param {Buffer} reply whose first four bytes say how many follow */
export const hasBigEndianSize = (reply) => reply.length >= 4 && reply.length >= 4 + reply.readInt32BE(0);
/** @param {Buffer} reply whose first four bytes say how long it is */
export const hasLittleEndianSize = (reply) => reply.length >= 4 && reply.length >= reply.readInt32LE(0);
