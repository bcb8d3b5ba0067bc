/**
 * `jobs/` changes many documents in the service: the stored jobs (this file), the worker that executes them, the actions that every
 * collection has, and their routes.
 */
import type { Connection } from 'mongoose';
import type { Channel } from '@vidhi/contracts/actor.ts';
import {
  JOB_ROW_STATES,
  JOB_STATES,
  type JobCounts,
  type JobRowState,
  type JobState,
} from '@vidhi/contracts/jobs.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  oneOf,
  optional,
  required,
  storedCollection,
  type StoredDocument,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { Values } from '../store/content-document.ts';

/** The account that has begun a job, or its undo: its rights decide about each row. */
export interface JobOwner {
  principal: Principal;
  via: Channel;
}

/** A document that a job changes; `collection` is the name of its collection. */
export interface JobItem {
  collection: string;
  id: number;
  /** For an action whose documents are changed differently. */
  role?: string;
}

/** Changes of many documents. */
export const JOBS = storedCollection(
  'jobs',
  {
    /** The key of the client. */
    _id: required(String),
    /** Plural name of the collection. */
    plural: required(String),
    action: required(String),
    params: required(valueOf<Values>()),
    label: required(String),
    items: required(valueOf<readonly JobItem[]>()),
    state: oneOf(JOB_STATES),
    at: required(Date),
    by: required(Number),
    owner: required(valueOf<JobOwner>()),
    /** The account that undoes it. */
    undoer: optional(valueOf<JobOwner>()),
    /** Id of the worker that has it, and until when nobody else may take it. */
    worker: optional(String),
    leaseUntil: optional(Date),
  },
  [{ fields: { state: 1, at: 1 } }, { fields: { by: 1, at: -1 } }],
);

/** Their rows, each with what it changed. A row exists from the moment at which the worker comes to it. */
export const JOB_ROWS = storedCollection(
  'job_rows',
  {
    /** `{job}:{row}` */
    _id: required(String),
    job: required(String),
    row: required(Number),
    /** Name of the collection. */
    of: required(String),
    doc: required(Number),
    title: required(String),
    state: oneOf(['writing', ...JOB_ROW_STATES] as const),
    at: required(Date),
    message: optional(String),
    /** Whether the document was removed; changed otherwise. */
    removes: optional(Boolean),
    /** Values of the document before and after, as they are stored. */
    before: optional(valueOf<Values>()),
    after: optional(valueOf<Values>()),
  },
  [{ fields: { job: 1, row: 1 } }, { fields: { job: 1, state: 1, row: 1 } }, { fields: { at: 1 } }],
);

export interface StoredJob {
  key: string;
  plural: string;
  action: string;
  params: Values;
  label: string;
  items: readonly JobItem[];
  state: JobState;
  at: Date;
  by: number;
  owner: JobOwner;
  undoer?: JobOwner | undefined;
}

export interface StoredJobRow {
  row: number;
  /** Name of the collection. */
  of: string;
  doc: number;
  title: string;
  state: 'writing' | JobRowState;
  at: Date;
  message?: string | undefined;
  removes?: boolean | undefined;
  before?: Values | undefined;
  after?: Values | undefined;
}

export type JobOutcome = Pick<StoredJobRow, 'state' | 'message' | 'after'>;

/** A row with what has become of it. */
export interface EndedRow {
  row: StoredJobRow;
  outcome: JobOutcome;
}

export interface JobStore {
  /** Stores a job; resolves with the stored one, which may be an earlier one of the same key. */
  create(job: StoredJob): Promise<StoredJob>;
  find(key: string): Promise<StoredJob | null>;
  /** The jobs of an account, the latest first. */
  list(by: number, after: Date): Promise<StoredJob[]>;
  /** Resolves whether the job was in one of these states. */
  change(
    key: string,
    from: readonly JobState[],
    to: { state: JobState; undoer?: JobOwner; worker?: string },
  ): Promise<boolean>;
  /** Takes the oldest job that waits for a worker, for a time; null where there is none. */
  take(worker: string, now: Date, until: Date): Promise<StoredJob | null>;
  /** Extends the lease. Resolves with the state of the job; null for one that another worker has. */
  renew(key: string, worker: string, until: Date): Promise<JobState | null>;
  /** Ends the lease, so that another worker can take the job at once. */
  release(key: string, worker: string): Promise<void>;
  lastRow(key: string): Promise<StoredJobRow | null>;
  /** Rows that were begun, and have no result, in their order. */
  begunRows(key: string): Promise<StoredJobRow[]>;
  /** Stores rows in their order, in place of an earlier state of each. */
  putRows(key: string, rows: readonly StoredJobRow[]): Promise<void>;
  /** Stores what has become of rows; one that is not stored yet is added. */
  endRows(key: string, ended: readonly EndedRow[]): Promise<void>;
  /** Removes rows that were stored and whose documents were not changed. */
  dropRows(key: string, rows: readonly number[]): Promise<void>;
  /** The latest rows that can be undone, the last one first. */
  lastDone(key: string, limit: number): Promise<StoredJobRow[]>;
  rows(
    key: string,
    page: { state?: JobRowState | undefined; page: number; pageSize: number },
  ): Promise<{ rows: StoredJobRow[]; total: number }>;
  counts(key: string): Promise<JobCounts>;
  /** Removes jobs that are older, with their rows. */
  removeBefore(time: Date): Promise<void>;
}

type StoredRow = StoredDocument<typeof JOB_ROWS>;

/** The fields of a row that have a value. */
function setOf(job: string, row: StoredJobRow): Partial<StoredRow> {
  const fields = Object.entries({ job, ...row }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Partial<StoredRow>;
}

/** The fields that the result of a row sets: what was stored before its document was changed stays. */
function toEnded({ row, outcome }: EndedRow): StoredJobRow {
  const { before: _before, removes: _removes, message: _message, ...named } = row;
  return { ...named, ...outcome };
}

const ACTIVE: readonly JobState[] = ['running', 'cancelling', 'undoing'];
const rowId = (key: string, row: number): string => `${key}:${row}`;

export function mongoJobStore(connection: Connection): JobStore {
  const jobs = modelOf(connection, JOBS);
  const rows = modelOf(connection, JOB_ROWS);
  type Found = NonNullable<Awaited<ReturnType<typeof jobs.findOne>>>;
  type FoundRow = NonNullable<Awaited<ReturnType<typeof rows.findOne>>>;
  const toJob = ({ _id: key, worker: _worker, leaseUntil: _until, ...job }: Found): StoredJob => ({
    key,
    ...job,
  });
  const toRow = ({ _id, job: _job, ...row }: FoundRow): StoredJobRow => row;
  const find: JobStore['find'] = async (key) => {
    const found = await jobs.findOne({ _id: key });
    return found === null ? null : toJob(found);
  };
  const latest = async (filter: Parameters<typeof rows.find>[0], limit: number): Promise<StoredJobRow[]> =>
    (await rows.find(filter).sort({ row: -1 }).limit(limit)).map(toRow);
  const upsert = async (key: string, changed: readonly StoredJobRow[]): Promise<void> => {
    const upserts = changed.map((row) => ({
      updateOne: {
        filter: { _id: rowId(key, row.row) },
        update: { $set: setOf(key, row) },
        upsert: true,
      },
    }));
    if (upserts.length > 0) await rows.bulkWrite(upserts, { ordered: true });
  };
  return {
    find,
    async create({ key, undoer: _undoer, ...job }) {
      try {
        await jobs.insertOne({ _id: key, ...job });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const stored = await find(key);
      if (stored === null) throw new Error('the job was removed while it was created');
      return stored;
    },
    async list(by, after) {
      return (await jobs.find({ by, at: { $gt: after } }).sort({ at: -1 })).map(toJob);
    },
    async change(key, from, { state, undoer, worker }) {
      const { matchedCount } = await jobs.updateOne(
        { _id: key, state: { $in: [...from] }, ...(worker === undefined ? {} : { worker }) },
        { $set: { state, ...(undoer === undefined ? {} : { undoer }) } },
      );
      return matchedCount === 1;
    },
    async take(worker, now, until) {
      const isFree = [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lte: now } }, { worker }];
      const found = await jobs.findOneAndUpdate(
        { state: { $in: [...ACTIVE] }, $or: isFree },
        { $set: { worker, leaseUntil: until } },
        { returnDocument: 'after', sort: { at: 1 } },
      );
      return found === null ? null : toJob(found);
    },
    async renew(key, worker, until) {
      const found = await jobs.findOneAndUpdate(
        { _id: key, worker },
        { $set: { leaseUntil: until } },
        { returnDocument: 'after', projection: { state: 1 } },
      );
      return found === null ? null : found.state;
    },
    async release(key, worker) {
      await jobs.updateOne({ _id: key, worker }, { $unset: { leaseUntil: '', worker: '' } });
    },
    lastRow: async (key) => (await latest({ job: key }, 1))[0] ?? null,
    lastDone: async (key, limit) => latest({ job: key, state: 'done' }, limit),
    async begunRows(key) {
      return (await rows.find({ job: key, state: 'writing' }).sort({ row: 1 })).map(toRow);
    },
    putRows: upsert,
    endRows: (key, ended) => upsert(key, ended.map(toEnded)),
    async dropRows(key, dropped) {
      if (dropped.length > 0) await rows.deleteMany({ job: key, row: { $in: [...dropped] } });
    },
    async rows(key, { state, page, pageSize }) {
      const filter = { job: key, state: state ?? { $ne: 'writing' as const } };
      const found = await rows
        .find(filter)
        .sort({ row: 1 })
        .skip((page - 1) * pageSize)
        .limit(pageSize);
      return { rows: found.map(toRow), total: await rows.countDocuments(filter) };
    },
    async counts(key) {
      const counts = await Promise.all(
        JOB_ROW_STATES.map(async (state) => [state, await rows.countDocuments({ job: key, state })] as const),
      );
      return Object.fromEntries(counts) as JobCounts;
    },
    async removeBefore(time) {
      await rows.deleteMany({ at: { $lt: time } });
      await jobs.deleteMany({ at: { $lt: time } });
    },
  };
}

interface Lease {
  worker: string;
  until: Date;
}

/** Creates an in-memory implementation for tests. */
export function memoryJobStore(): JobStore {
  const jobs = new Map<string, StoredJob>();
  const leases = new Map<string, Lease>();
  const rows = new Map<string, Map<number, StoredJobRow>>();
  const rowsOf = (key: string): StoredJobRow[] => [...(rows.get(key)?.values() ?? [])];
  return {
    async create(job) {
      const stored = jobs.get(job.key) ?? job;
      jobs.set(job.key, stored);
      return stored;
    },
    find: async (key) => jobs.get(key) ?? null,
    list: async (by, after) =>
      [...jobs.values()]
        .filter((job) => job.by === by && job.at > after)
        .toSorted((a, b) => Number(b.at) - Number(a.at)),
    async change(key, from, { state, undoer, worker }) {
      const job = jobs.get(key);
      if (job === undefined || !from.includes(job.state)) return false;
      if (worker !== undefined && leases.get(key)?.worker !== worker) return false;
      jobs.set(key, { ...job, state, ...(undoer === undefined ? {} : { undoer }) });
      return true;
    },
    async take(worker, now, until) {
      const isFree = ({ key }: StoredJob): boolean => {
        const lease = leases.get(key);
        return lease === undefined || lease.until <= now || lease.worker === worker;
      };
      const found = [...jobs.values()].find((job) => ACTIVE.includes(job.state) && isFree(job));
      if (found === undefined) return null;
      leases.set(found.key, { worker, until });
      return found;
    },
    async renew(key, worker, until) {
      if (leases.get(key)?.worker !== worker) return null;
      leases.set(key, { worker, until });
      return jobs.get(key)?.state ?? null;
    },
    async release(key, worker) {
      if (leases.get(key)?.worker === worker) leases.delete(key);
    },
    lastRow: async (key) => rowsOf(key).at(-1) ?? null,
    lastDone: async (key, limit) =>
      rowsOf(key)
        .filter(({ state }) => state === 'done')
        .toReversed()
        .slice(0, limit),
    begunRows: async (key) => rowsOf(key).filter(({ state }) => state === 'writing'),
    async putRows(key, stored) {
      const ofJob = rows.get(key) ?? new Map<number, StoredJobRow>();
      for (const row of stored) ofJob.set(row.row, row);
      rows.set(key, ofJob);
    },
    async endRows(key, ended) {
      const ofJob = rows.get(key) ?? new Map<number, StoredJobRow>();
      for (const one of ended) ofJob.set(one.row.row, { ...ofJob.get(one.row.row), ...toEnded(one) });
      rows.set(key, ofJob);
    },
    async dropRows(key, dropped) {
      for (const row of dropped) rows.get(key)?.delete(row);
    },
    async rows(key, { state, page, pageSize }) {
      const found = rowsOf(key).filter((row) =>
        state === undefined ? row.state !== 'writing' : row.state === state,
      );
      return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
    },
    async counts(key) {
      const counts = JOB_ROW_STATES.map(
        (state) => [state, rowsOf(key).filter((row) => row.state === state).length] as const,
      );
      return Object.fromEntries(counts) as JobCounts;
    },
    async removeBefore(time) {
      for (const [key, { at }] of jobs) if (at < time) jobs.delete(key);
    },
  };
}
