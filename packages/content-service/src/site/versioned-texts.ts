/**
 * `site/` generates documents about a whole site, such as sitemaps and feeds: a cache of generated texts (this file),
 * sitemap files and XML.
 */
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

/** A cache of texts that are generated from collections, valid until one of these changes or FRESH_MS have passed. */
export interface VersionedTexts {
  /**
   * Returns the cached text, or generates it. `generate` returns null if the text does not exist; this is not cached.
   * `type` is the content type.
   */
  get(key: string, type: string, generate: () => string | null): VersionedText | null;
}

const MAX_CACHED = 500;
/** Limits the age of texts, as they may depend on the current time. */
const FRESH_MS = 60_000;

/** Creates a cache for texts that depend on the given collections only. */
export function createVersionedTexts(
  model: ReadModel,
  collections: readonly Collection[],
  now: () => number = Date.now,
): VersionedTexts {
  const cache = new LRUCache<string, { text: VersionedText; version: string; generatedAt: number }>({
    max: MAX_CACHED,
  });
  const stores = collections.map(({ name }) => model.store(name));

  return {
    get(key, type, generate) {
      model.publishDue();
      const version = stores.map((store) => store.version).join('.');
      const cached = cache.get(key);
      if (cached?.version === version && now() - cached.generatedAt < FRESH_MS) return cached.text;
      const generated = generate();
      if (generated === null) return null;
      const body = Buffer.from(generated, 'utf8');
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
      const text = { type, body, etag };
      cache.set(key, { text, version, generatedAt: now() });
      return text;
    },
  };
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);

/** Sends a text with its ETag, or 304 if `If-None-Match` matches. Throws 404 for null. */
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
