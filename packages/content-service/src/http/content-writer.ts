import type { FastifyRequest } from 'fastify';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Audience, WritePatch } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';

export type WriteAction = 'create' | 'update' | 'delete';

export interface WriteContext {
  request: FastifyRequest;
  audience: Audience;
}

/**
 * Stores what the routes have validated. `create` and `update` resolve when the document is in the read
 * model that answers are read from.
 */
export interface ContentWriter {
  create(collection: Collection, patch: WritePatch, context: WriteContext): Promise<StoredDocument>;
  update(
    collection: Collection,
    id: number,
    patch: WritePatch,
    context: WriteContext,
  ): Promise<StoredDocument>;
  remove(collection: Collection, id: number, context: WriteContext): Promise<StoredDocument>;
  /**
   * Resolves when other processes can know what this request wrote, or cannot soon: awaited before the response. Absent
   * where nobody else reads. Never rejects.
   */
  acknowledged?(request: FastifyRequest): Promise<void>;
}

export interface WriteRequest {
  request: FastifyRequest;
  collection: Collection;
  action: WriteAction;
  /** The id in the address, as far as it is one. */
  id: number | undefined;
  /** The `data` of the body, unchecked; undefined when there is none. */
  data: unknown;
}

/** Throws when the caller may not; what it answers, if anything, replaces `data`. */
export type AuthorizeWrite = (write: WriteRequest) => unknown;
