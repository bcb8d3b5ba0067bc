import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { activeTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import type { Bounce } from '../bounces/delivery-status.ts';
import { countAllMails, countMails } from './count-mails.ts';
import { MAILS, type MailDocument } from './mail-collection.ts';
import { createPurchaseMails, type PurchaseMails } from './purchase-mails.ts';
import { mailId, messageIdOf, type MailState, type PlannedMail } from './mail.ts';

/** The lease of a row. */
export interface ClaimedMail extends Pick<MailDocument, 'template' | 'role' | 'source' | 'messageId'> {
  id: string;
  attempts: number;
  createdAt: Date;
  traceparent?: string | undefined;
  /** An earlier attempt may have been accepted. */
  mayBeAccepted: boolean;
  leaseOwner: string;
  /** End of the time in which this worker may start to send, by `performance.now()`. */
  sendBefore: number;
  /** Time of the database server, estimated from that of the lease. */
  serverNow(): Date;
}

/** Failure of an attempt. */
export interface Failure {
  /** A code, never an address. */
  reason: string;
  /** Counts towards the limit, after which the mail is dead. */
  isCounted: boolean;
  /** The mail server may have accepted the mail. */
  mayBeAccepted: boolean;
  /** No later attempt can succeed, as for a mailbox that does not exist: the mail is dead at once. */
  isPermanent?: boolean;
}

/** A row of the ledger, as a report about its mail needs it. */
export interface KnownMail extends Pick<MailDocument, 'source' | 'createdAt'> {
  id: string;
  bouncedAt: Date | undefined;
}

export interface DueMail {
  id: string;
  claims: number;
}

/** Mail that failed too often, or can never be sent. */
export interface DeadMail {
  id: string;
  template: string;
  role: string;
  lastFailure: string;
  diedAt: Date;
}

export interface LedgerStats {
  states: Record<MailState, number>;
  /** Age of the oldest mail that is to be sent; 0 if there is none. */
  oldestQueuedSeconds: number;
}

/** The mails of this service: MongoDB is the truth about what was sent. */
export interface MailLedger extends PurchaseMails {
  /**
   * Adds a row per mail that the event requires; existing ones stay. Resolves with the ids of new rows. With
   * `mayBeAccepted`, the mail is looked up at the mail server before the first attempt: it was sent if a restored
   * database has lost its row.
   */
  insert(eventId: string, planned: readonly PlannedMail[], mayBeAccepted?: boolean): Promise<string[]>;
  /** The same for many events of one mail each, such as a batch of a newsletter. */
  insertBatch(mails: readonly { eventId: string; planned: PlannedMail }[]): Promise<string[]>;
  /**
   * Number of mails of a template of which no attempt has failed yet. One that is tried again later, as for a full mailbox,
   * does not count; one that waits for an unreachable mail server does.
   */
  countWaiting(template: string): Promise<number>;
  /** Number of mails by state, of the events whose ids begin so. */
  countByPrefix(eventPrefix: string): Promise<Record<MailState, number>>;
  /** Number of mails that came back, of the events whose ids begin so. */
  countBounced(eventPrefix: string): Promise<number>;
  /** Resolves with a mail; null where there is none, and for one that `trimEndedBefore` has trimmed. */
  findMail(id: string): Promise<KnownMail | null>;
  /** Records that a mail came back; the first report of it counts. */
  markBounced(id: string, bounce: Bounce): Promise<void>;
  /** Deletes the rows of these events. No such event may be published again. */
  removeByPrefix(eventPrefix: string): Promise<void>;
  /** Resolves with the states of these mails; one without a row is left out. */
  findStates(ids: readonly string[]): Promise<ReadonlyMap<string, MailState>>;
  /** Returns the ids of the events whose rows all exist. */
  findKnown(eventIds: readonly string[]): Promise<string[]>;
  /** Returns the ids of the events whose mail to a person, as opposed to the site, was sent. */
  findSent(eventIds: readonly string[]): Promise<string[]>;
  /** Takes the lease of a row that is due and not leased; null when another worker holds it or the row is not due. */
  claim(id: string): Promise<ClaimedMail | null>;
  markSent(claim: ClaimedMail): Promise<void>;
  cancel(claim: ClaimedMail, reason: string): Promise<void>;
  /** Ends the lease: the mail is due again later, or dead. */
  fail(claim: ClaimedMail, failure: Failure): Promise<{ state: MailState; retryAfterMs: number | null }>;
  findDue(limit: number): Promise<DueMail[]>;
  /** Dead mails, the most recent first; those that died in a period where one is given, its end excluded. */
  findDead(limit: number, period?: { from: Date; to: Date }): Promise<DeadMail[]>;
  /** Makes these dead mails, or all, due at once with no failures. Resolves with their number. */
  requeueDead(ids?: readonly string[]): Promise<number>;
  /**
   * Removes from rows of mails that ended before this time what is not needed to recognize their events. The rows stay: an
   * event that is published again must not be mailed again.
   */
  trimEndedBefore(before: Date): Promise<void>;
  stats(): Promise<LedgerStats>;
}

export interface LedgerOptions {
  connection: Connection;
  /** Domain part of every Message-ID. */
  domain: string;
  /** Must be longer than a sending can take. */
  leaseMs: number;
  /** Time that must remain of a lease when a worker starts to send. */
  smtpDeadlineMs: number;
  /** Pauses after the first and later counted failures; one more failure is the last. */
  retryMs: readonly number[];
}

const EPOCH = new Date(0);
const MIN_UNAVAILABLE_MS = 15_000;
/** A mail that has waited for long is sent within a minute of the end of an outage. */
const MAX_UNAVAILABLE_MS = 60_000;
/** Pause after a failure that does not count: soon at first, then at a quarter of the time that the mail has waited. */
export const unavailablePauseMs = (waitedMs: number): number =>
  Math.min(MAX_UNAVAILABLE_MS, Math.max(MIN_UNAVAILABLE_MS, waitedMs / 4));

/** Role of mails to the site's own contact address. */
const SITE_ROLE = 'site';
const UNFINISHED: MailState[] = ['QUEUED', 'SENDING'];
/** Rows of a batch that are inserted side by side. */
const AT_ONCE = 25;

/** Condition for the ids that begin with this text, in the order of the index. */
const startsWith = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\uffff` });

export function createMailLedger(options: LedgerOptions): MailLedger {
  const { connection, domain, leaseMs, smtpDeadlineMs, retryMs } = options;
  if (leaseMs <= smtpDeadlineMs) throw new Error('the lease of a mail must be longer than its SMTP deadline');
  const mails = modelOf(connection, MAILS);
  const isDueAndFree = {
    $and: [
      { $lte: ['$dueAt', '$$NOW'] },
      { $lte: [{ $ifNull: ['$leasedAt', EPOCH] }, { $subtract: ['$$NOW', leaseMs] }] },
    ],
  };
  const endLease = { leaseOwner: '', leasedAt: '' } as const;

  async function end(filter: mongo.Filter<MailDocument>, set: Partial<MailDocument>): Promise<void> {
    await mails.updateOne(filter, {
      $set: set,
      $currentDate: { endedAt: true },
      $unset: { dueAt: '', mayBeAccepted: '', ...endLease },
    });
  }

  function newRow(eventId: string, mail: PlannedMail, ofEvent: number): MailDocument {
    const _id = mailId(eventId, mail);
    const traceparent = activeTraceparent();
    return {
      _id,
      eventId,
      ofEvent,
      template: mail.template,
      role: mail.role,
      source: mail.source,
      messageId: messageIdOf(_id, domain),
      state: 'QUEUED',
      attempts: 0,
      claims: 0,
      ...(traceparent === undefined ? {} : { traceparent }),
      dueAt: EPOCH,
      createdAt: new Date(),
    };
  }

  /** Resolves with whether it was inserted. */
  async function insertRow(row: MailDocument): Promise<boolean> {
    try {
      await mails.insertOne(row);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  const ledger: Omit<MailLedger, keyof PurchaseMails> = {
    async insert(eventId, planned, mayBeAccepted = false) {
      const inserted: string[] = [];
      for (const mail of planned) {
        const row = newRow(eventId, mail, planned.length);
        if (!(await insertRow(mayBeAccepted ? { ...row, mayBeAccepted } : row))) continue;
        inserted.push(row._id);
        failPoint('notify.one-mail-stored');
      }
      return inserted;
    },

    async insertBatch(planned) {
      const rows = planned.map(({ eventId, planned: mail }) => newRow(eventId, mail, 1));
      const inserted: string[] = [];
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const part = rows.slice(at, at + AT_ONCE);
        const isNew = await Promise.all(part.map(insertRow));
        inserted.push(...part.flatMap(({ _id }, index) => (isNew[index] === true ? [_id] : [])));
      }
      return inserted;
    },

    countWaiting: (template) =>
      mails.countDocuments({ state: { $in: UNFINISHED }, template, attempts: 0 }).exec(),

    countByPrefix: (prefix) => countMails(mails, { eventId: startsWith(prefix) }),

    countBounced: (prefix) =>
      mails.countDocuments({ eventId: startsWith(prefix), bouncedAt: { $exists: true } }).exec(),

    async findMail(id) {
      const isWhole = { _id: id, source: { $exists: true } };
      const found = await mails.findOne(isWhole, { source: 1, createdAt: 1, bouncedAt: 1 });
      return found && { id, source: found.source, createdAt: found.createdAt, bouncedAt: found.bouncedAt };
    },

    async markBounced(id, { kind, status }) {
      await mails.updateOne(
        { _id: id, bouncedAt: { $exists: false } },
        { $set: { bouncedAt: new Date(), bounceKind: kind, bounceStatus: status } },
      );
    },

    async removeByPrefix(prefix) {
      await mails.deleteMany({ eventId: startsWith(prefix) });
    },

    async findStates(ids) {
      const rows = await mails.find({ _id: { $in: [...ids] } }, { state: 1 });
      return new Map(rows.map(({ _id, state }) => [_id, state]));
    },

    async findKnown(eventIds) {
      const rows = await mails.find({ eventId: { $in: [...eventIds] } }, { eventId: 1, ofEvent: 1 });
      const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
      return [...byEvent].flatMap(([eventId, ofEvent]) =>
        ofEvent.length >= (ofEvent[0]?.ofEvent ?? 1) ? [eventId] : [],
      );
    },

    async findSent(eventIds) {
      const rows = await mails.find(
        { eventId: { $in: [...eventIds] }, role: { $ne: SITE_ROLE }, state: 'SENT' },
        { eventId: 1 },
      );
      return [...new Set(rows.map(({ eventId }) => eventId))];
    },

    async claim(id) {
      const startedAt = performance.now();
      const leaseOwner = randomUUID();
      const lease = (state: MailState) =>
        mails.findOneAndUpdate(
          { _id: id, state, $expr: isDueAndFree },
          { $set: { leaseOwner, state: 'SENDING' }, $currentDate: { leasedAt: true }, $inc: { claims: 1 } },
          { returnDocument: 'after' },
        );
      // One command for each state, as nothing of the document afterwards tells which one it had.
      const queued = await lease('QUEUED');
      const leased = queued ?? (await lease('SENDING'));
      if (leased?.leasedAt === undefined) return null;
      const respondedAt = performance.now();
      const { template, role, source, messageId, attempts, createdAt, traceparent, leasedAt } = leased;
      return {
        id,
        template,
        role,
        source,
        messageId,
        attempts,
        createdAt,
        traceparent,
        // A row that was already SENDING lost its lease: its worker may have died after the mail was accepted.
        mayBeAccepted: queued === null || leased.mayBeAccepted === true,
        leaseOwner,
        sendBefore: startedAt + leaseMs - smtpDeadlineMs,
        serverNow: () => new Date(leasedAt.getTime() + (performance.now() - respondedAt)),
      };
    },

    // Without the lease in the filter: an accepted mail is SENT, even if another worker has taken the lease since.
    markSent: ({ id }) => end({ _id: id, state: { $in: UNFINISHED } }, { state: 'SENT' }),
    cancel: ({ id, leaseOwner }, reason) =>
      end({ _id: id, leaseOwner }, { state: 'CANCELLED', lastFailure: reason }),

    async fail(claim, { reason, isCounted, mayBeAccepted, isPermanent = false }) {
      const attempts = claim.attempts + (isCounted ? 1 : 0);
      const held = { _id: claim.id, leaseOwner: claim.leaseOwner };
      const now = claim.serverNow().getTime();
      const pauseMs = isPermanent
        ? undefined
        : isCounted
          ? retryMs[attempts - 1]
          : unavailablePauseMs(now - claim.createdAt.getTime());
      if (pauseMs === undefined) {
        await end(held, { state: 'DEAD', attempts, lastFailure: reason });
        return { state: 'DEAD', retryAfterMs: null };
      }
      await mails.updateOne(held, {
        $set: {
          state: 'QUEUED',
          attempts,
          lastFailure: reason,
          mayBeAccepted: mayBeAccepted || claim.mayBeAccepted,
          dueAt: new Date(now + pauseMs),
        },
        $unset: endLease,
      });
      return { state: 'QUEUED', retryAfterMs: pauseMs };
    },

    async findDue(limit) {
      const due = await mails
        .find({ dueAt: { $exists: true }, $expr: isDueAndFree }, { claims: 1 })
        .sort({ dueAt: 1 })
        .limit(limit);
      return due.map(({ _id, claims }) => ({ id: _id, claims }));
    },

    async findDead(limit, period) {
      const died = period === undefined ? {} : { endedAt: { $gte: period.from, $lt: period.to } };
      const dead = await mails
        .find({ state: 'DEAD', ...died })
        .sort({ endedAt: -1 })
        .limit(limit);
      return dead.map(({ _id, template, role, lastFailure = '', endedAt, createdAt }) => ({
        id: _id,
        template,
        role,
        lastFailure,
        diedAt: endedAt ?? createdAt,
      }));
    },

    async requeueDead(ids) {
      const { modifiedCount } = await mails.updateMany(
        { state: 'DEAD', ...(ids === undefined ? {} : { _id: { $in: [...ids] } }) },
        // The last attempt may have been accepted, so that the Message-ID is first looked up at the mail server.
        {
          $set: { state: 'QUEUED', attempts: 0, dueAt: EPOCH, mayBeAccepted: true },
          $unset: { endedAt: '' },
        },
      );
      return modifiedCount;
    },

    async trimEndedBefore(before) {
      await mails.updateMany(
        { endedAt: { $lt: before }, state: { $in: ['SENT', 'CANCELLED'] } },
        {
          $unset: {
            source: '',
            template: '',
            messageId: '',
            attempts: '',
            claims: '',
            lastFailure: '',
            createdAt: '',
            endedAt: '',
          },
        },
      );
    },

    async stats() {
      const states = await countAllMails(mails);
      const [oldest] = await mails
        .find({ dueAt: { $exists: true } }, { createdAt: 1 })
        .sort({ createdAt: 1 })
        .limit(1);
      return {
        states,
        oldestQueuedSeconds:
          oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.createdAt.getTime()) / 1_000),
      };
    },
  };
  return { ...ledger, ...createPurchaseMails(mails, ledger) };
}
