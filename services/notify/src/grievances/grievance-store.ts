import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { GrievanceQuery } from '@vidhi/contracts/grievances.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_SETTLED, WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { isFrom } from '../contact/contact-store.ts';
import { assignedTo, assignmentChanges } from '../staff/assignment.ts';
import { containing } from '../staff/containing.ts';
import { numberText } from './grievance.ts';
import { GRIEVANCES, type StoredGrievance } from './grievance-collection.ts';

export type Decision = NonNullable<StoredGrievance['decision']>;

/** Parts of a grievance that staff change besides deciding it. */
export interface GrievanceChange {
  state?: 'open' | 'spam';
  /** Null for nobody. */
  assignee?: number | null;
}

/** The attributes of a grievance that the register counts. */
export type RegisterEntry = Pick<
  StoredGrievance,
  'number' | 'category' | 'receivedAt' | 'dueAt' | 'state' | 'closedAt'
> & { decision?: Omit<Decision, 'reason'> };

/** Every write of staff is in the audit log, without personal data. */
export interface GrievanceStore {
  /** Resolves with false when it exists already. */
  insert(grievance: StoredGrievance): Promise<boolean>;
  find(id: string): Promise<StoredGrievance | null>;
  findMailDue(limit: number): Promise<StoredGrievance[]>;
  /** Records that the grievance, and its decision where it was read with one, have their ledger rows. */
  mailPlanned(read: Pick<StoredGrievance, '_id' | 'state'>): Promise<void>;
  /** `me` is the account that lists. */
  list(
    query: GrievanceQuery,
    me: number,
    page: number,
    pageSize: number,
  ): Promise<{ rows: StoredGrievance[]; total: number }>;
  /** Changes a grievance that is as it was read; rejects with 409 for one that has changed since. */
  change(read: StoredGrievance, change: GrievanceChange, actor: Actor): Promise<StoredGrievance>;
  /** Decides an open grievance, whose mail is due; rejects with 409 as `change` does, and where it is not open. */
  decide(
    read: StoredGrievance,
    decision: Pick<Decision, 'outcome' | 'reason' | 'measure' | 'postId'>,
    actor: Actor,
  ): Promise<StoredGrievance>;
  /** All but spam, the oldest first. */
  listForRegister(): Promise<RegisterEntry[]>;
  /** The grievances that name this address as the complainant's, in any case. */
  listFrom(address: string): Promise<StoredGrievance[]>;
  /** Deletes everything personal of them; what is open is withdrawn. */
  removeFrom(address: string): Promise<void>;
  /** Deletes everything personal of those that were closed before, and spam as a whole. */
  removeClosedBefore(before: Date): Promise<void>;
}

const NOT_ERASED = { erasedAt: { $exists: false } };
const CHANGED = 'The grievance has changed meanwhile. Please load it again.';
const NO_PERSON = { name: '', email: '', link: '', text: '' };

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

function filterOf(
  { q = '', state, overdue, assignee }: GrievanceQuery,
  me: number,
  now: Date,
): mongo.Filter<StoredGrievance> {
  const text = q.trim();
  const [, number] = /^(?:GR-)?0*([1-9]\d{0,8})$/i.exec(text) ?? [];
  return {
    ...NOT_ERASED,
    state: overdue === undefined ? (state ?? 'open') : 'open',
    ...(overdue === undefined ? {} : { dueAt: { $lt: now } }),
    ...assignedTo(assignee, me),
    ...(text === ''
      ? {}
      : {
          $or: [
            { name: containing(text) },
            { email: containing(text) },
            { link: containing(text) },
            { text: containing(text) },
            ...(number === undefined ? [] : [{ number: Number(number) }]),
          ],
        }),
  };
}

const SORTS = {
  due: { dueAt: 1, _id: 1 },
  '-due': { dueAt: -1, _id: 1 },
  received: { receivedAt: 1, _id: 1 },
  '-received': { receivedAt: -1, _id: 1 },
} as const;

export function mongoGrievanceStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: string) => void,
  now: () => Date = () => new Date(),
): GrievanceStore {
  const grievances = modelOf(connection, GRIEVANCES);

  async function write(
    read: StoredGrievance,
    update: mongo.UpdateFilter<StoredGrievance>,
    act: { actor: Actor; action: string; changes: readonly AuditChange[] },
  ): Promise<StoredGrievance> {
    const entry = createAuditEntry(topic, {
      service: 'notify',
      type: 'grievance',
      id: read._id,
      rev: read.rev + 1,
      at: now(),
      label: numberText(read.number),
      ...act,
    });
    const changed = await grievances.findOneAndUpdate(
      { _id: read._id, rev: read.rev, ...NOT_ERASED },
      withEntries<StoredGrievance>(update, [entry]),
      { returnDocument: 'after', projection: WITHOUT_OUTBOX },
    );
    if (changed === null) throw conflict(CHANGED);
    publish(read._id);
    return changed;
  }

  return {
    async insert(grievance) {
      try {
        await grievances.insertOne(grievance);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    find: (id) => grievances.findOne({ _id: id, ...NOT_ERASED }, WITHOUT_OUTBOX).exec(),
    findMailDue: (limit) => grievances.find({ mailDue: true }, WITHOUT_OUTBOX).limit(limit).exec(),
    async mailPlanned({ _id, state }) {
      await grievances.updateOne({ _id, state }, { $unset: { mailDue: '' } });
    },
    async list(query, me, page, pageSize) {
      const filter = filterOf(query, me, now());
      const [rows, total] = await Promise.all([
        grievances
          .find(filter, { ...WITHOUT_OUTBOX, text: 0 })
          .sort(SORTS[query.sort ?? 'due'])
          .skip((page - 1) * pageSize)
          .limit(pageSize),
        grievances.countDocuments(filter),
      ]);
      return { rows, total };
    },
    async change(read, { state = read.state, assignee = read.assignee ?? null }, actor) {
      const isMoved = state !== read.state;
      if (isMoved && read.state !== 'open' && read.state !== 'spam')
        throw conflict('The grievance is closed.');
      const changes = assignmentChanges(read, { state, assignee });
      if (changes.length === 0) return read;
      const action = isMoved ? (state === 'spam' ? 'spam' : 'reopen') : 'assign';
      const removed = {
        ...(assignee === null ? { assignee: '' } : {}),
        ...(isMoved && state === 'open' ? { closedAt: '' } : {}),
      };
      const update = {
        $set: {
          state,
          ...(assignee === null ? {} : { assignee }),
          ...(isMoved && state === 'spam' ? { closedAt: now() } : {}),
        },
        ...(Object.keys(removed).length === 0 ? {} : { $unset: removed }),
      } as mongo.UpdateFilter<StoredGrievance>;
      return write(read, update, { actor, action, changes });
    },
    async decide(read, decision, actor) {
      if (read.state !== 'open') throw conflict('The grievance is closed.');
      const at = now();
      const update = {
        $set: {
          state: 'decided',
          closedAt: at,
          mailDue: true,
          decision: { ...decision, at, by: actor.id },
          ...(read.assignee === undefined && actor.id !== null ? { assignee: actor.id } : {}),
        },
      } as mongo.UpdateFilter<StoredGrievance>;
      return write(read, update, {
        actor,
        action: 'decide',
        changes: [
          { path: 'outcome', from: null, to: decision.outcome },
          { path: 'measure', from: null, to: decision.measure },
          ...(decision.postId === null ? [] : [{ path: 'post', from: null, to: decision.postId }]),
          { path: 'reason' },
        ],
      });
    },
    async listForRegister() {
      return grievances
        .find(
          { state: { $ne: 'spam' } },
          {
            ...WITHOUT_OUTBOX,
            name: 0,
            email: 0,
            link: 0,
            text: 0,
            'decision.reason': 0,
          },
        )
        .sort({ receivedAt: 1, _id: 1 });
    },
    listFrom: (address) =>
      grievances
        .find({ ...isFrom(address), ...NOT_ERASED }, WITHOUT_OUTBOX)
        .sort({ receivedAt: 1 })
        .exec(),
    async removeFrom(address) {
      const at = now();
      await grievances.updateMany(
        { ...isFrom(address), state: 'open' },
        // With a new revision: somebody may be about to decide what was read before.
        { $set: { state: 'withdrawn', closedAt: at }, $inc: { rev: 1 } },
      );
      const erasure = { ...NO_PERSON, erasedAt: at };
      await grievances.updateMany({ ...isFrom(address), decision: { $exists: true } }, {
        $set: { ...erasure, 'decision.reason': '' },
        $unset: { mailDue: '' },
      } as object);
      await grievances.updateMany(isFrom(address), { $set: erasure, $unset: { mailDue: '' } });
    },
    async removeClosedBefore(before) {
      const old = { closedAt: { $lt: before }, mailDue: { $exists: false } };
      await grievances.deleteMany({ ...old, state: 'spam', ...OUTBOX_SETTLED });
      await grievances.updateMany({ ...old, ...NOT_ERASED, decision: { $exists: true } }, {
        $set: { ...NO_PERSON, erasedAt: now(), 'decision.reason': '' },
      } as object);
      await grievances.updateMany(
        { ...old, ...NOT_ERASED, state: 'withdrawn' },
        {
          $set: { ...NO_PERSON, erasedAt: now() },
        },
      );
    },
  };
}
