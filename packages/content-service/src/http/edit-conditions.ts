import type { FastifyReply, FastifyRequest } from 'fastify';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import type { EditorName } from '@vidhi/contracts/edit-history.ts';
import { preconditionFailed, type WireError } from '@vidhi/contracts/errors.ts';
import { isUnavailableError } from '@vidhi/messaging/failure.ts';
import type { Audience } from '@vidhi/content-engine/internal.ts';
import { documentsOf, type Collection, type ReadModel } from '@vidhi/content-engine';
import {
  type CopyChangedError,
  type EditedSinceError,
  editableNames,
  type EditOrigin,
  type EditState,
} from '../store/editing.ts';
import type { ContentWriter } from './content-writer.ts';

export const EDITED_BY_HEADER = 'x-edited-by';
/** Names the working copy that a save contains, and in responses the number of its latest change. */
export const WORKING_COPY_HEADER = 'x-working-copy';

export function personOf(model: ReadModel, id: number | null): EditorName | null {
  if (id === null) return null;
  const user = model.schemas.has(userCollection.name)
    ? documentsOf(model, userCollection).get(id)
    : undefined;
  return { id, name: [user?.first_name, user?.last_name].filter(Boolean).join(' ').trim() };
}

/** Returns the numbers of entity tags like `"e7"`; undefined for `*` and where there is no header. */
function tagNumbers(header: unknown, prefix: 'e' | 'w'): number[] | undefined {
  if (typeof header !== 'string' || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => new RegExp(`^\\s*"?${prefix}(\\d{1,9})"?\\s*$`).exec(tag)?.[1]);
  return tags.flatMap((number) => (number === undefined ? [] : [Number(number)]));
}

/** Returns the `editedRev`s that staff allows a write on; undefined for any. Other clients have no entity tags. */
export const ifEditedOf = ({ headers }: FastifyRequest, audience: Audience): number[] | undefined =>
  audience === 'staff' ? tagNumbers(headers['if-match'], 'e') : undefined;

/** Returns the numbers of the working copy in `If-Match`; undefined where there is none. */
export const ifCopyOf = ({ headers }: FastifyRequest): number[] | undefined =>
  tagNumbers(headers['if-match'], 'w');

/** Returns the number of the working copy that a save contains. */
export const usedCopyOf = ({ headers }: FastifyRequest, audience: Audience): number | undefined =>
  audience === 'staff' ? tagNumbers(headers[WORKING_COPY_HEADER], 'w')?.[0] : undefined;

/** Creates the 412 that names who edited the document since, and what. */
export function editedSince(
  model: ReadModel,
  collection: Collection,
  { state: { rev, by, at }, changed }: EditedSinceError,
): WireError {
  return preconditionFailed({
    edited_rev: rev,
    by: personOf(model, by),
    at,
    changed: changed ?? editableNames(collection),
  });
}

/** Creates the 412 that names who is writing on the working copy. */
export const copyChanged = (model: ReadModel, { seq, copy }: CopyChangedError): WireError =>
  preconditionFailed({
    working_copy: true,
    seq,
    by: personOf(model, copy?.by ?? null),
    at: copy?.at ?? null,
    since: copy?.since ?? null,
    tab: copy?.tab ?? null,
  });

/** A save with the working copy that it contains, and the conditions of its write. */
export interface ConditionalInput {
  input: unknown;
  edit: Omit<EditOrigin, 'actor'>;
}

/** Merges the body of a save over the working copy that the request names, and reads the conditions of the write. */
export async function readConditions(
  writer: ContentWriter,
  target: { collection: Collection; id: number },
  client: { request: FastifyRequest; audience: Audience },
  input: unknown,
): Promise<ConditionalInput> {
  const { request, audience } = client;
  const edit = { ifEdited: ifEditedOf(request, audience), usesCopy: usedCopyOf(request, audience) };
  const isMerged = edit.usesCopy !== undefined && typeof input === 'object' && input !== null;
  if (!isMerged || writer.copyOf === undefined) return { input, edit: { ifEdited: edit.ifEdited } };
  const copy = await writer.copyOf(target.collection, target.id, edit.usesCopy ?? 0);
  return { input: { ...copy, ...input }, edit };
}

/** Sets the number of the working copy that a save has removed. */
export function setCopyHeader(reply: FastifyReply, { usesCopy }: EditOrigin): void {
  if (usesCopy !== undefined) reply.header(WORKING_COPY_HEADER, `w${usesCopy + 1}`);
}

export function setEditHeaders(reply: FastifyReply, state: EditState | null | undefined): void {
  if (state === null || state === undefined) return;
  reply.header('etag', `"e${state.rev}"`);
  if (state.by !== null) reply.header(EDITED_BY_HEADER, String(state.by));
}

/** A read does not need the database, and does not wait for one that hangs. */
const MAX_WAIT_MS = 1_000;

/**
 * Brings the model to the stored state of a document that staff reads, and sets the headers that a later save is compared by.
 * While the database is unavailable there are none.
 */
export async function readEdited(
  writer: ContentWriter,
  collection: Collection,
  id: number,
  reply: FastifyReply,
): Promise<void> {
  if (writer.currentEdit === undefined) return;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, MAX_WAIT_MS, null);
  const current = writer.currentEdit(collection, id).catch((error: unknown) => {
    if (isUnavailableError(error)) return null;
    throw error;
  });
  setEditHeaders(reply, await Promise.race([current, late]).finally(() => clearTimeout(timer)));
}
