import { createConnection } from 'node:net';

const REPLY_MS = 2_000;

/**
 * Sends one request and resolves with the reply's bytes as soon as `isComplete` returns true.
 * @param {{ host: string, port: number, request: Buffer, isComplete: (reply: Buffer) => boolean, withinMs?: number }} options
 * @returns {Promise<Buffer>}
 */
export function exchange({ host, port, request, isComplete, withinMs = REPLY_MS }) {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    let reply = Buffer.alloc(0);
    socket.setTimeout(withinMs, () => socket.destroy(new Error('no reply')));
    socket.once('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      if (!isComplete(reply)) return;
      resolve(reply);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

/**
 * Resolves with whether something listens at the address.
 * @param {{ host: string, port: number }} address
 * @returns {Promise<boolean>}
 */
export function acceptsConnections({ host, port }) {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    socket.setTimeout(REPLY_MS, () => socket.destroy());
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/** @param {Buffer} reply whose first four bytes are the number of bytes that follow */
export const hasBigEndianSize = (reply) => reply.length >= 4 && reply.length >= 4 + reply.readInt32BE(0);
/** @param {Buffer} reply whose first four bytes are its total length */
export const hasLittleEndianSize = (reply) => reply.length >= 4 && reply.length >= reply.readInt32LE(0);
