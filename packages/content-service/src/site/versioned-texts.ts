import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '@vidhi/contracts/errors.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';

export interface VersionedText {
  type: string;
  body: Buffer;
  etag: string;
}

/** Texts that are made from some collections once and kept until one of them changes. */
export interface VersionedTexts {
  /** `make` answers null where there is no such text; nothing is kept then. */
  get(key: string, type: string, make: () => string | null): VersionedText | null;
}

const KEPT = 500;
/** What depends on the time of day is made again after this. */
const FRESH_MS = 60_000;

export function createVersionedTexts(
  model: ReadModel,
  collections: readonly Collection[],
  now: () => number = Date.now,
): VersionedTexts {
  const kept = new LRUCache<string, { text: VersionedText; version: string; madeAt: number }>({ max: KEPT });
  const stores = collections.map(({ name }) => model.store(name));

  return {
    get(key, type, make) {
      model.publishDue();
      const version = stores.map((store) => store.version).join('.');
      const known = kept.get(key);
      if (known?.version === version && now() - known.madeAt < FRESH_MS) return known.text;
      const made = make();
      if (made === null) return null;
      const body = Buffer.from(made, 'utf8');
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
      const text = { type, body, etag };
      kept.set(key, { text, version, madeAt: now() });
      return text;
    },
  };
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);

/** Sends the text, or 304 to whoever has it; 404 where there is none. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: VersionedText | null,
): FastifyReply {
  if (text === null) throw notFound();
  reply.header('etag', text.etag).header('cache-control', 'public, max-age=60, stale-while-revalidate=600');
  if (matches(request.headers['if-none-match'], text.etag)) return reply.code(304).send();
  return reply.type(text.type).send(text.body);
}
