import type { FastifyRequest } from 'fastify';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Audience, WritePatch } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import type { EditOrigin, EditState } from '../store/editing.ts';

export type WriteAction = 'create' | 'update' | 'delete';

/** The parts of a request that a writer reads. Jobs write without a request. */
export type WriteClient = Pick<FastifyRequest, 'headers' | 'principal'> & { body?: unknown };

export interface WriteContext {
  request: WriteClient;
  audience: Audience;
  /** Overrides the account of the token. */
  actor?: Actor;
  /** Conditions of the write, and its name in the history of the document. */
  edit?: Omit<EditOrigin, 'actor'>;
  /** Throws an error when the write may not be made on the stored document. Called again after a concurrent write. */
  requireCurrent?: (current: StoredDocument) => void;
  /** Verb and reason in the audit log, where the kind of the edit does not say them. */
  audit?: { action?: string | undefined; reason?: string | undefined };
}

/**
 * Stores validated writes. `create` and `update` resolve with the stored document, after it was put into the model that
 * responses are read from. The methods reject with a `WireError` where the client is to get one.
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
   * Awaited before the response to a write: resolves when the events of this request are published, or cannot be published
   * soon, so that a client can read its write from another process. Never rejects.
   */
  acknowledged?(request: WriteClient): Promise<void>;
  /** Brings the model to the stored state of a document, and resolves with its latest edit; null for a missing document. */
  currentEdit?(collection: Collection, id: number): Promise<EditState | null>;
  /** Resolves with the values of a working copy; rejects with a 412 if it has another number. */
  copyOf?(collection: Collection, id: number, seq: number): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the edit that a write of this request made. */
  editMade?(request: WriteClient, collection: Collection, id: number): EditState | undefined;
}

export interface WriteRequest {
  request: FastifyRequest;
  collection: Collection;
  action: WriteAction;
  /** Id of the document in the URL; undefined if there is none or the document does not exist. */
  id: number | undefined;
  /** The `data` of the body, not validated; undefined if it is missing. */
  data: unknown;
}

/** Throws an error when the client may not write. A value other than undefined replaces `data`. May be async. */
export type AuthorizeWrite = (write: WriteRequest) => unknown;
