import { auditChanges } from '@vidhi/contracts/audit.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import type { Collection } from '@vidhi/content-engine';
import { storedNames } from './content-document.ts';
import type { Change, EventsOf } from './content-writes.ts';

export interface AuditOptions {
  topic: TopicLayout;
  service: string;
  /** Returns whether the values of an attribute are personal data: entries name it, without values. */
  isPersonal: (collection: Collection, name: string, doc: StoredDocument) => boolean;
}

/** Attributes that follow from others, or that no person writes. */
const DERIVED: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'old_slugs',
  'merged_ids',
  'views_count',
]);

/** Kinds of edits that the state of the document before and after it tells, too. */
const TOLD_BY_STATE: ReadonlySet<string> = new Set(['create', 'save', 'remove']);

function actionOf(change: Change): string {
  const { before, after, at, action, kind } = change;
  if (action !== undefined) return action;
  if (kind !== undefined && !TOLD_BY_STATE.has(kind)) return kind.replaceAll('-', '_');
  if (after === null) return change.isPurge === true ? 'delete_for_ever' : 'delete';
  if (before === null) return 'create';
  const was = typeof before.publishedAt === 'string';
  if (was === (typeof after.publishedAt === 'string')) return 'update';
  if (was) return 'unpublish';
  return timeOf(after.publishedAt) > at.getTime() ? 'schedule' : 'publish';
}

const LABELS = ['title', 'Title', 'name', 'from'];

/** Returns the title or name of a document; null where it is personal data. */
function labelOf(collection: Collection, doc: StoredDocument, { isPersonal }: AuditOptions): string | null {
  const name = LABELS.find((label) => typeof doc[label] === 'string' && !isPersonal(collection, label, doc));
  return name === undefined ? null : String(doc[name]).slice(0, 200);
}

function auditEntries(change: Change, options: AuditOptions): OutboxEntry[] {
  const { collection, before, after, id, rev, at, actor, reason, traceparent, announce } = change;
  const doc = after ?? before;
  if (actor === undefined || announce === true || doc === null) return [];
  const changes = auditChanges({
    before: before ?? {},
    after: after ?? {},
    names: storedNames(collection).filter((name) => !DERIVED.has(name)),
    rev,
    isPersonal: (name) => options.isPersonal(collection, name, doc),
  });
  const { topic, service } = options;
  return [
    createAuditEntry(topic, {
      service,
      type: collection.name,
      id,
      rev,
      at,
      actor,
      action: actionOf(change),
      label: labelOf(collection, doc, options),
      // What a removed document was is in its last entries.
      changes: after === null ? [] : changes,
      reason,
      traceparent,
    }),
  ];
}

/** Adds an entry of the audit log to the events of each write that somebody caused: views and timers have no actor. */
export const withAudit =
  (eventsOf: EventsOf, options: AuditOptions): EventsOf =>
  (change) => [...(change.isPurge === true ? [] : eventsOf(change)), ...auditEntries(change, options)];
