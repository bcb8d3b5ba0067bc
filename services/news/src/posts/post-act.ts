import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ReadModel, respondStored } from '@vidhi/content-engine';
import {
  type ContentWriter,
  rawQueryOf,
  readConditions,
  setEditHeaders,
  type WriteContext,
} from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';

/** A write of an article that is no edit of its text. */
export interface PostAct {
  patch: Parameters<ContentWriter['update']>[2];
  context: Pick<WriteContext, 'requireCurrent' | 'audit'>;
  kind: NonNullable<WriteContext['edit']>['kind'];
  /** For the history. */
  note: string;
}

/**
 * Makes a write of an article with the conditions of a save, and responds like one. The working copy stays: an act takes no text from
 * its writer.
 */
export async function sendPostAct(
  { model, writer }: { model: ReadModel; writer: ContentWriter },
  id: number,
  { patch, context, kind, note }: PostAct,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const audience = newsAudienceOf(request);
  const target = { collection: postCollection, id };
  const { edit } = await readConditions(writer, target, { request, audience }, {});
  await writer.update(postCollection, id, patch, {
    request,
    audience,
    requireCurrent: () => {},
    ...context,
    edit: { ifEdited: edit.ifEdited, kind, note },
  });
  setEditHeaders(reply, writer.editMade?.(request, postCollection, id));
  const response = respondStored(model, postCollection.name, id, rawQueryOf(request), audience);
  await writer.acknowledged?.(request);
  return reply.type('application/json; charset=utf-8').send(response);
}
