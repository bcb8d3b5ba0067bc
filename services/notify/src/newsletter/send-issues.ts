import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { IssueCounts } from '@vidhi/contracts/newsletter.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import type { StoredIssue } from './issue-collection.ts';
import type { IssueStore } from './issue-store.ts';
import { articleProblem, type FindPublished } from './published-articles.ts';

export const NEWSLETTER_TEMPLATE = 'newsletter';
const SYSTEM: Actor = { id: null, role: null, via: 'system' };
const MINUTE_MS = 60_000;
const SECONDS_OF_MINUTE = 60;

const eventPrefix = (issueId: number): string => `newsletter.sent:${issueId}:`;

interface SendIssuesOptions {
  issues: IssueStore;
  subscribers: Pick<SubscriberStore, 'listRecipients' | 'countRecipients'>;
  ledger: Pick<
    MailLedger,
    'insertBatch' | 'countWaiting' | 'countByPrefix' | 'countBounced' | 'removeByPrefix'
  >;
  /** Whether mails that come back are read from a mailbox. */
  readsBounces?: boolean;
  enqueue: (ids: readonly string[]) => Promise<void>;
  findPublished: FindPublished;
  mailsPerMinute: number;
  now?: () => Date;
}

/** Sends issues of the newsletter one after the other at a steady pace, one row of the ledger for each reader. */
export interface SendIssues {
  /**
   * Starts what is due and plans the next batch. Call it often: any number of processes may. Rejects at its end when an issue
   * did not start.
   */
  run(): Promise<void>;
  /** Starts an issue: fixes its readers. Rejects with 409 when it has changed since it was read. */
  start(read: StoredIssue, actor: Actor): Promise<StoredIssue>;
  countsOf(issue: StoredIssue): Promise<IssueCounts | null>;
  /** Deletes the rows of issues that ended before this time, and stores their counts first. */
  trimEndedBefore(before: Date): Promise<void>;
}

export function createSendIssues(options: SendIssuesOptions): SendIssues {
  const { issues, subscribers, ledger, enqueue, findPublished, mailsPerMinute } = options;
  const { readsBounces = false } = options;
  const { now = () => new Date() } = options;
  const batchSize = Math.max(1, Math.round(mailsPerMinute / SECONDS_OF_MINUTE));
  const batchMs = (batchSize * MINUTE_MS) / mailsPerMinute;

  const start: SendIssues['start'] = async (read, actor) => {
    const startedAt = now();
    const recipients = await subscribers.countRecipients(startedAt, read.readers);
    return issues.change(
      read,
      { set: { state: 'sending', startedAt, recipients, planned: 0 }, unset: ['sendAt', 'problem'] },
      { actor, action: 'send', changes: [{ path: 'recipients', to: recipients }] },
    );
  };

  async function startDue(issue: StoredIssue): Promise<void> {
    const problem = await articleProblem(issue, findPublished);
    if (problem === null) await start(issue, SYSTEM);
    else
      await issues.change(
        issue,
        { set: { state: 'draft', problem }, unset: ['sendAt'] },
        { actor: SYSTEM, action: 'unschedule' },
      );
  }

  /** Starts what is due. An issue that fails keeps no other from its time. */
  async function startAllDue(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const issue of await issues.findDue(now()))
      try {
        await startDue(issue);
      } catch (error) {
        // Another process has started it, or staff have changed it.
        if (!(error instanceof WireError && error.status === 409)) failures.push(error);
      }
    return failures;
  }

  async function planBatch(): Promise<void> {
    const at = now();
    const next = await issues.findNext(at);
    if (next === null) return;
    const id = next._id;
    const issue = await issues.claimBatch(id, at, new Date(at.getTime() + batchMs));
    if (issue?.startedAt === undefined) return;
    // While the mail server is away, rows wait in the ledger, and further ones would only delay other mails.
    if ((await ledger.countWaiting(NEWSLETTER_TEMPLATE)) >= Math.max(batchSize, mailsPerMinute)) return;
    const batch = await subscribers.listRecipients(
      issue.startedAt,
      issue.cursor ?? '',
      batchSize,
      issue.readers,
    );
    const inserted = await ledger.insertBatch(
      batch.map((subscriberId) => ({
        eventId: `${eventPrefix(id)}${subscriberId}`,
        planned: {
          template: NEWSLETTER_TEMPLATE,
          role: 'subscriber',
          source: { kind: SOURCE.newsletter, id: `${id}/${subscriberId}` },
        },
      })),
    );
    failPoint('notify.newsletter-batch-stored');
    const last = batch.at(-1);
    if (last !== undefined) await issues.advance(issue, last, batch.length);
    failPoint('notify.newsletter-advanced');
    await enqueue(inserted);
    if (batch.length < batchSize) await issues.end(id, now());
  }

  const countsOf: SendIssues['countsOf'] = async (issue) => {
    const { recipients, planned = 0, counts, state, _id } = issue;
    if (recipients === undefined) return null;
    if (counts !== undefined) return counts;
    const [rows, bounced] = await Promise.all([
      ledger.countByPrefix(eventPrefix(_id)),
      readsBounces ? ledger.countBounced(eventPrefix(_id)) : null,
    ]);
    const left = Math.max(0, recipients - planned);
    const isEnded = state === 'sent' || state === 'stopped';
    return {
      recipients,
      sent: rows.SENT,
      waiting: rows.QUEUED + rows.SENDING + (isEnded ? 0 : left),
      failed: rows.DEAD,
      skipped: rows.CANCELLED + (isEnded ? left : 0),
      ...(bounced === null ? {} : { bounced }),
    };
  };

  return {
    start,
    countsOf,
    async run() {
      const failures = await startAllDue();
      await planBatch();
      if (failures.length > 0) throw new AggregateError(failures, 'an issue of the newsletter did not start');
    },
    async trimEndedBefore(before) {
      for (const issue of await issues.findUntrimmed(before)) {
        const counts = await countsOf(issue);
        // Before the first row goes: counts of what is left would be too low.
        if (counts !== null) await issues.storeCounts(issue._id, counts);
        await ledger.removeByPrefix(eventPrefix(issue._id));
        await issues.markTrimmed(issue._id, now());
      }
    },
  };
}
