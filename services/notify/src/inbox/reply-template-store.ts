import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import { MAX_REPLY_TEMPLATES, type ReplyTemplateQuery } from '@vidhi/contracts/inbox.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { WITHOUT_OUTBOX, outboxOf, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { containing } from '../staff/containing.ts';
import { REPLY_TEMPLATES, type StoredReplyTemplate } from './reply-template-collection.ts';

export type ReplyTemplateContent = Pick<StoredReplyTemplate, 'title' | 'text'>;

export interface ReplyTemplateStore {
  list(
    query: ReplyTemplateQuery,
    page: number,
    pageSize: number,
  ): Promise<{ rows: StoredReplyTemplate[]; total: number }>;
  find(id: number): Promise<StoredReplyTemplate | null>;
  /** Rejects with 409 when there are too many. */
  create(content: ReplyTemplateContent, actor: Actor): Promise<StoredReplyTemplate>;
  /** Rejects with 409 for one that has changed since it was read. */
  change(
    read: StoredReplyTemplate,
    content: ReplyTemplateContent,
    actor: Actor,
  ): Promise<StoredReplyTemplate>;
  remove(read: StoredReplyTemplate, actor: Actor): Promise<void>;
}

const NOT_REMOVED = { removedAt: { $exists: false } };
const SORTS: Readonly<Record<string, Record<string, 1 | -1>>> = {
  title: { title: 1, _id: 1 },
  '-title': { title: -1, _id: 1 },
  updated: { updatedAt: 1, _id: 1 },
  '-updated': { updatedAt: -1, _id: 1 },
};

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

export function mongoReplyTemplateStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: number) => void,
  now: () => Date = () => new Date(),
): ReplyTemplateStore {
  const templates = modelOf(connection, REPLY_TEMPLATES);

  const audited = (
    { _id: id, rev, title }: { _id: number; rev: number; title: string },
    act: { actor: Actor; action: string; paths: readonly string[] },
  ) =>
    createAuditEntry(topic, {
      service: 'notify',
      type: 'reply-template',
      id,
      rev,
      at: now(),
      actor: act.actor,
      action: act.action,
      label: title,
      changes: act.paths.map((path) => ({ path })),
    });

  async function write(
    read: StoredReplyTemplate,
    set: Partial<StoredReplyTemplate>,
    act: { actor: Actor; action: string; paths: readonly string[] },
  ): Promise<StoredReplyTemplate> {
    const entry = audited({ _id: read._id, rev: read.rev + 1, title: set.title ?? read.title }, act);
    const changed = await templates.findOneAndUpdate(
      { _id: read._id, rev: read.rev, ...NOT_REMOVED },
      withEntries<StoredReplyTemplate>(
        { $set: { ...set, updatedAt: now() } } as mongo.UpdateFilter<StoredReplyTemplate>,
        [entry],
      ),
      { returnDocument: 'after', projection: WITHOUT_OUTBOX },
    );
    if (changed === null) throw conflict('The template has changed meanwhile. Please load it again.');
    publish(read._id);
    return changed;
  }

  return {
    async list({ q = '', sort = 'title' }, page, pageSize) {
      const text = q.trim();
      const filter: mongo.Filter<StoredReplyTemplate> = {
        ...NOT_REMOVED,
        ...(text === '' ? {} : { $or: [{ title: containing(text) }, { text: containing(text) }] }),
      };
      const [rows, total] = await Promise.all([
        templates
          .find(filter, WITHOUT_OUTBOX)
          .sort(SORTS[sort] ?? { title: 1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize),
        templates.countDocuments(filter),
      ]);
      return { rows, total };
    },
    find: async (id) => templates.findOne({ _id: id, ...NOT_REMOVED }, WITHOUT_OUTBOX),
    async create(content, actor) {
      if ((await templates.countDocuments(NOT_REMOVED)) >= MAX_REPLY_TEMPLATES)
        throw conflict(`There are ${MAX_REPLY_TEMPLATES} templates. Please delete one first.`);
      const _id = await nextId(connection, 'reply-template');
      const act = { actor, action: 'create', paths: [] };
      const template: StoredReplyTemplate = {
        _id,
        ...outboxOf([audited({ _id, rev: 1, ...content }, act)]),
        ...content,
        updatedAt: now(),
      };
      await templates.insertOne(template);
      publish(_id);
      return template;
    },
    async change(read, content, actor) {
      const paths = (['title', 'text'] as const).filter((name) => read[name] !== content[name]);
      if (paths.length === 0) return read;
      return write(read, content, { actor, action: 'update', paths });
    },
    async remove(read, actor) {
      await write(read, { removedAt: now() }, { actor, action: 'delete', paths: [] });
    },
  };
}
