import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { IssueContent, IssueCounts, IssueQuery, IssueState } from '@vidhi/contracts/newsletter.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { WITHOUT_OUTBOX, outboxOf, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { containing } from '../staff/containing.ts';
import { ISSUES, type StoredIssue } from './issue-collection.ts';

/** A write of staff, or of the system, for the audit log. */
export interface IssueAct {
  actor: Actor;
  action: string;
  changes?: readonly AuditChange[];
}

interface IssueChange {
  set: Partial<StoredIssue>;
  unset?: readonly (keyof StoredIssue)[];
}

export interface IssueStore {
  create(content: IssueContent, actor: Actor): Promise<StoredIssue>;
  /** Creates the issue of this time of the digest, which is due; nothing where there is one. */
  createDigest(content: IssueContent, digestOf: Date, actor: Actor): Promise<void>;
  find(id: number): Promise<StoredIssue | null>;
  list(query: IssueQuery, page: number, pageSize: number): Promise<{ rows: StoredIssue[]; total: number }>;
  /** Issues that have begun to be sent, the newest first: what everybody may read. */
  listArchived(page: number, pageSize: number): Promise<{ rows: StoredIssue[]; total: number }>;
  /** Changes an issue that is as it was read; rejects with 409 for one that has changed since. */
  change(read: StoredIssue, change: IssueChange, act: IssueAct): Promise<StoredIssue>;
  findDue(now: Date): Promise<StoredIssue[]>;
  /**
   * The issue that has the next turn: the oldest that is being sent. Null while the pause after the last batch lasts,
   * whichever issue it was of.
   */
  findNext(now: Date): Promise<StoredIssue | null>;
  /** Takes the turn of the next batch, which one process alone gets; null before its time. */
  claimBatch(id: number, now: Date, nextBatchAt: Date): Promise<StoredIssue | null>;
  /** Records that these subscribers had their turn. False when another process has recorded it. */
  advance(read: StoredIssue, cursor: string, planned: number): Promise<boolean>;
  /** Ends an issue of which each reader had a turn. */
  end(id: number, at: Date): Promise<void>;
  /** Issues that ended before this time, whose rows have not left the ledger yet. */
  findUntrimmed(before: Date): Promise<StoredIssue[]>;
  storeCounts(id: number, counts: IssueCounts): Promise<void>;
  /** Records that the rows of an issue have left the ledger. */
  markTrimmed(id: number, at: Date): Promise<void>;
}

/** A removed draft stays for its entry in the audit log. */
const NOT_REMOVED = { removedAt: { $exists: false } };
const ENDED: IssueState[] = ['sent', 'stopped'];
const ARCHIVED: IssueState[] = ['sending', 'paused', 'sent', 'stopped'];
const SORTS: Readonly<Record<string, mongo.Sort>> = {
  updated: { updatedAt: 1 },
  '-updated': { updatedAt: -1 },
  subject: { subject: 1 },
  '-subject': { subject: -1 },
};

const changedMeanwhile = (): WireError =>
  new WireError(409, 'ConflictError', 'The newsletter has changed meanwhile. Please load it again.');

export function mongoIssueStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: number) => void,
  now: () => Date = () => new Date(),
): IssueStore {
  const issues = modelOf(connection, ISSUES);

  const audited = (issue: { _id: number; rev: number; subject: string }, at: Date, act: IssueAct) =>
    createAuditEntry(topic, {
      service: 'notify',
      type: 'newsletter',
      id: issue._id,
      rev: issue.rev,
      at,
      actor: act.actor,
      action: act.action,
      label: issue.subject,
      changes: act.changes ?? [],
    });

  async function listed(filter: mongo.Filter<StoredIssue>, sort: mongo.Sort, page: number, pageSize: number) {
    const [rows, total] = await Promise.all([
      issues
        .find(filter, WITHOUT_OUTBOX)
        .sort(sort as Record<string, 1 | -1>)
        .skip((page - 1) * pageSize)
        .limit(pageSize),
      issues.countDocuments(filter),
    ]);
    return { rows, total };
  }

  async function insert(
    { subject, sections, readers }: IssueContent,
    begin: Pick<StoredIssue, 'state' | 'sendAt' | 'digestOf'>,
    actor: Actor,
  ): Promise<StoredIssue> {
    const at = now();
    const _id = await nextId(connection, 'newsletter-issue');
    const entry = audited({ _id, rev: 1, subject }, at, { actor, action: 'create' });
    const issue: StoredIssue = {
      _id,
      ...outboxOf([entry]),
      subject,
      sections,
      ...(readers === undefined ? {} : { readers }),
      ...begin,
      createdAt: at,
      updatedAt: at,
    };
    await issues.insertOne(issue);
    publish(_id);
    return issue;
  }

  return {
    create: (content, actor) => insert(content, { state: 'draft' }, actor),
    async createDigest(content, digestOf, actor) {
      try {
        await insert(content, { state: 'scheduled', sendAt: now(), digestOf }, actor);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    find: async (id) => issues.findOne({ _id: id, ...NOT_REMOVED }, WITHOUT_OUTBOX),
    list: ({ q = '', state, sort = '-updated' }, page, pageSize) =>
      listed(
        {
          ...NOT_REMOVED,
          ...(q.trim() === '' ? {} : { subject: containing(q) }),
          ...(state === undefined ? {} : { state }),
        },
        SORTS[sort] ?? { updatedAt: -1 },
        page,
        pageSize,
      ),
    listArchived: (page, pageSize) => listed({ state: { $in: ARCHIVED } }, { startedAt: -1 }, page, pageSize),
    async change(read, { set, unset = [] }, act) {
      const at = now();
      const next = { _id: read._id, rev: read.rev + 1, subject: set.subject ?? read.subject };
      const update = {
        $set: { ...set, updatedAt: at },
        ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }),
      } as mongo.UpdateFilter<StoredIssue>;
      const changed = await issues.findOneAndUpdate(
        { _id: read._id, rev: read.rev, state: read.state },
        withEntries<StoredIssue>(update, [audited(next, at, act)]),
        { returnDocument: 'after', projection: WITHOUT_OUTBOX },
      );
      if (changed === null) throw changedMeanwhile();
      publish(read._id);
      return changed;
    },
    findDue: async (at) => issues.find({ state: 'scheduled', sendAt: { $lte: at } }, WITHOUT_OUTBOX),
    async findNext(at) {
      if ((await issues.findOne({ nextBatchAt: { $gt: at } }, { _id: 1 })) !== null) return null;
      const [oldest] = await issues
        .find({ state: 'sending' }, WITHOUT_OUTBOX)
        .sort({ startedAt: 1, _id: 1 })
        .limit(1);
      return oldest ?? null;
    },
    claimBatch: async (id, at, nextBatchAt) =>
      issues.findOneAndUpdate(
        {
          _id: id,
          state: 'sending',
          $or: [{ nextBatchAt: { $exists: false } }, { nextBatchAt: { $lte: at } }],
        },
        { $set: { nextBatchAt } },
        { returnDocument: 'after', projection: WITHOUT_OUTBOX },
      ),
    async advance({ _id, cursor: before }, cursor, planned) {
      const { matchedCount } = await issues.updateOne(
        { _id, cursor: before ?? { $exists: false } } as mongo.Filter<StoredIssue>,
        { $set: { cursor }, $inc: { planned } },
      );
      return matchedCount === 1;
    },
    async end(id, at) {
      await issues.updateOne({ _id: id, state: 'sending' }, { $set: { state: 'sent', endedAt: at } });
    },
    findUntrimmed: async (before) =>
      issues.find(
        { state: { $in: ENDED }, endedAt: { $lt: before }, trimmedAt: { $exists: false } },
        WITHOUT_OUTBOX,
      ),
    async storeCounts(id, counts) {
      await issues.updateOne({ _id: id }, { $set: { counts } });
    },
    async markTrimmed(id, at) {
      await issues.updateOne({ _id: id }, { $set: { trimmedAt: at } });
    },
  };
}
