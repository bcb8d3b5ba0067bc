import type { Connection, mongo } from 'mongoose';
import { CommentMentioned } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf, WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { COMMENTS, type StoredComment } from './comment-collection.ts';
import { type Comment, type CommentAct, type Comments, MAX_WAITING, stillWaiting } from './comments.ts';

export interface MongoCommentsOptions {
  topics: { audit: TopicLayout; mentions: TopicLayout };
  /** Has the events of a comment published. */
  publish: (id: string) => void;
  now?: () => Date;
}

const toComment = ({ _id: id, resolvedAt, resolvedBy, removedAt, ...rest }: StoredComment): Comment => ({
  id,
  postId: rest.postId,
  thread: rest.thread,
  by: rest.by,
  at: rest.at,
  text: rest.text,
  quote: rest.quote,
  block: rest.block,
  mentions: [...rest.mentions],
  resolvedAt: resolvedAt ?? null,
  resolvedBy: resolvedBy ?? null,
  removedAt: removedAt ?? null,
});

/** The comments in MongoDB; each write has its entries for the audit log, and a new comment one for each mail. */
export function mongoComments(
  connection: Connection,
  { topics, publish, now = () => new Date() }: MongoCommentsOptions,
): Comments {
  const comments = modelOf(connection, COMMENTS);
  /** Neither text nor passage is in the audit log. */
  const audited = (
    { id, postId }: Pick<Comment, 'id' | 'postId'>,
    action: string,
    { actor, title }: CommentAct,
    at: Date,
  ) =>
    createAuditEntry(topics.audit, {
      service: 'news',
      type: 'post',
      id: postId,
      rev: `${action}-${id}-${at.getTime()}`,
      at,
      actor,
      action,
      label: title,
      changes: [],
    });
  const read = async (filter: mongo.Filter<StoredComment>): Promise<Comment[]> =>
    (await comments.find(filter, WITHOUT_OUTBOX).sort({ at: 1, _id: 1 })).map(toComment);

  return {
    async add({ id, ...comment }, act) {
      const mails = comment.mentions
        .filter((userId) => userId !== comment.by)
        .map((userId) =>
          createEntry(topics.mentions, CommentMentioned, {
            id: `${CommentMentioned.type}:${id}:${userId}`,
            key: id,
            data: { commentId: id, postId: comment.postId, byId: comment.by, userId },
            occurredAt: comment.at,
          }),
        );
      const entries = [audited({ id, postId: comment.postId }, 'comment', act, comment.at), ...mails];
      await comments.insertOne({ _id: id, ...comment, ...outboxOf(entries) });
      publish(id);
      return { id, ...comment, resolvedAt: null, resolvedBy: null, removedAt: null };
    },
    list: async (postId) => read({ postId }),
    find: async (id) => (await read({ _id: id }))[0] ?? null,
    async resolve(thread, isResolved, act) {
      const at = now();
      const change = isResolved
        ? { $set: { resolvedAt: at, resolvedBy: act.actor.id ?? 0 } }
        : { $unset: { resolvedAt: '', resolvedBy: '' } };
      const { modifiedCount } = await comments.updateOne(
        { _id: thread.id, resolvedAt: { $exists: !isResolved } },
        withEntries<StoredComment>(change as mongo.UpdateFilter<StoredComment>, [
          audited(thread, isResolved ? 'comment_resolved' : 'comment_reopened', act, at),
        ]),
      );
      if (modifiedCount === 1) publish(thread.id);
      return modifiedCount === 1;
    },
    async remove(comment, act) {
      const at = now();
      const change = { $set: { text: '', quote: null, block: null, mentions: [], removedAt: at } };
      const { modifiedCount } = await comments.updateOne(
        { _id: comment.id, removedAt: { $exists: false } },
        withEntries<StoredComment>(change as mongo.UpdateFilter<StoredComment>, [
          audited(comment, 'comment_removed', act, at),
        ]),
      );
      if (modifiedCount === 1) publish(comment.id);
    },
    async waitingFor(account) {
      const found = await comments
        .find({ mentions: account, removedAt: { $exists: false } }, WITHOUT_OUTBOX)
        .sort({ at: -1 })
        .limit(MAX_WAITING);
      const mentions = found.map(toComment).filter(({ by }) => by !== account);
      const threads = await read({ thread: { $in: [...new Set(mentions.map(({ thread }) => thread))] } });
      return stillWaiting(mentions, threads, account);
    },
  };
}
