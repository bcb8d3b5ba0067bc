import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding } from '../cache/cache-entry.ts';
import { compressBody } from '../cache/compress-body.ts';
import { acceptedEncoding } from '../edge/negotiation.ts';

/** A body that is serialized, compressed and tagged once, however often it is sent. */
export interface PreparedBody {
  variants: Readonly<Record<Encoding, Buffer>>;
  /** Hash of the uncompressed body. */
  hash: string;
}

const HASH_CHARS = 22;

export async function prepareBody(identity: Buffer): Promise<PreparedBody> {
  const [br, gzip] = await Promise.all([compressBody([identity], 'br'), compressBody([identity], 'gzip')]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, HASH_CHARS);
  return { variants: { identity, br, gzip }, hash };
}

/** Returns whether the client has this representation (RFC 9110, 13.1.2). */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ??
  false;

/** Sends the body in the encoding that the client accepts, or 304 when it has it. */
export function sendPrepared(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { variants, hash }: PreparedBody,
  contentType: string,
): FastifyReply {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  const etag = `"${hash}-${encoding}"`;
  reply.headers({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(contentType).send(variants[encoding]);
}
