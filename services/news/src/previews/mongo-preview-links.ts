import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_SETTLED, outboxOf, WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { PREVIEW_LINKS, type StoredPreviewLink } from './preview-collection.ts';
import {
  type LivePreviews,
  MAX_LIVE_LINKS,
  type PreviewLink,
  type PreviewLinks,
  previewIdOf,
  RETENTION_MS,
  tooManyLinks,
} from './preview-links.ts';

const toLink = ({ _id: id, openedAt, ...link }: StoredPreviewLink): PreviewLink => ({
  id,
  postId: link.postId,
  label: link.label,
  by: link.by,
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
  openedAt: openedAt ?? null,
});

const liveAt = (now: Date) => ({ expiresAt: { $gt: now }, revokedAt: { $exists: false } });

/** The preview links in MongoDB, for every process that shows articles. */
export function mongoLivePreviews(connection: Connection, now: () => Date = () => new Date()): LivePreviews {
  const links = modelOf(connection, PREVIEW_LINKS);
  return {
    async find(token) {
      const _id = previewIdOf(token);
      if (_id === null) return null;
      const found = await links.findOne({ _id, ...liveAt(now()) }, WITHOUT_OUTBOX);
      return found === null ? null : toLink(found);
    },
    async opened(id) {
      await links.updateOne({ _id: id }, { $set: { openedAt: now() } });
    },
  };
}

export interface PreviewLinksOptions {
  auditTopic: TopicLayout;
  /** Has the events of a link published. */
  publish: (id: string) => void;
  now?: () => Date;
}

/** The same for the process that writes. */
export function mongoPreviewLinks(
  connection: Connection,
  { auditTopic, publish, now = () => new Date() }: PreviewLinksOptions,
): PreviewLinks {
  const links = modelOf(connection, PREVIEW_LINKS);
  const audited = (
    { id, postId }: Pick<PreviewLink, 'id' | 'postId'>,
    write: { at: Date; actor: Actor; action: string; title: string | null; to: string | null },
  ) =>
    createAuditEntry(auditTopic, {
      service: 'news',
      type: 'post',
      id: postId,
      rev: `${write.action}-${id}`,
      at: write.at,
      actor: write.actor,
      action: write.action,
      label: write.title,
      changes: write.to === null ? [] : [{ path: 'expires_at', to: write.to }],
    });

  return {
    async create({ token, title, ...link }, actor) {
      const at = now();
      const id = previewIdOf(token);
      if (id === null) throw new Error('the token of a preview has another form');
      if ((await links.countDocuments({ postId: link.postId, ...liveAt(at) })) >= MAX_LIVE_LINKS)
        throw tooManyLinks();
      // Entries that the audit log has not received yet stay.
      await links.deleteMany({
        expiresAt: { $lt: new Date(at.getTime() - RETENTION_MS) },
        ...OUTBOX_SETTLED,
      });
      const to = link.expiresAt.toISOString();
      const entry = audited({ id, postId: link.postId }, { at, actor, action: 'preview_link', title, to });
      const stored = { _id: id, ...link, by: actor.id, createdAt: at };
      await links.insertOne({ ...stored, ...outboxOf([entry]) });
      publish(id);
      return toLink({ ...stored, rev: 1 });
    },
    async list(postId) {
      const found = await links.find({ postId, ...liveAt(now()) }, WITHOUT_OUTBOX).sort({ createdAt: -1 });
      return found.map(toLink);
    },
    async revoke(postId, id, actor) {
      const at = now();
      const entry = audited({ id, postId }, { at, actor, action: 'preview_ended', title: null, to: null });
      const { modifiedCount } = await links.updateOne(
        { _id: id, postId, ...liveAt(at) },
        withEntries<StoredPreviewLink>({ $set: { revokedAt: at } } as mongo.UpdateFilter<StoredPreviewLink>, [
          entry,
        ]),
      );
      if (modifiedCount === 1) publish(id);
      return modifiedCount === 1;
    },
  };
}
