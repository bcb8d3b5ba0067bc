import type { Connection, mongo } from 'mongoose';
import { PROFILE_EVENTS } from '@vidhi/contracts/directory-desk.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import {
  OUTBOX_FIELDS,
  OUTBOX_INDEXES,
  WITHOUT_OUTBOX,
  outboxOf,
  withEntries,
} from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import {
  modelOf,
  optional,
  optionalOneOf,
  part,
  required,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Decisions of staff about profiles, each with its reason. */
export const PROFILE_DECISIONS = storedCollection(
  'profile_decisions',
  {
    _id: required(Number),
    ...OUTBOX_FIELDS,
    /** Oldest first. */
    decisions: required([
      part({
        suspended: optional(Boolean),
        approved: optional(Boolean),
        /** Absent for attributes alone, and for profiles that are gone. */
        action: optionalOneOf(PROFILE_EVENTS),
        /** `updatedAt` of the profile that was decided on. */
        on: optional(String),
        reason: required(String),
        /** Labels of what an edit changed. */
        changed: optional([String]),
        /** Id of the account that decided. */
        by: required(Number),
        at: required(String),
      }),
    ]),
    /** The profile as it was approved last. */
    approved: optional(part({ on: required(String), values: required(valueOf<Record<string, unknown>>()) })),
  },
  OUTBOX_INDEXES,
);
type DecisionsDocument = StoredDocument<typeof PROFILE_DECISIONS>;
export type ProfileDecision = DecisionsDocument['decisions'][number];
export type ApprovedProfile = NonNullable<DecisionsDocument['approved']>;
export type ProfileReview = Pick<DecisionsDocument, 'decisions' | 'approved'>;

/** The audit trail of profiles. Reasons are on no topic. */
export interface ProfileDecisions {
  /** Adds a decision, with the profile as it is approved, and with the events that follow from its number. */
  add(
    profileId: number,
    decision: ProfileDecision,
    approved?: ApprovedProfile,
    eventsOf?: (number: number) => readonly StoredEntry[],
  ): Promise<void>;
  /** Oldest first. */
  list(profileId: number): Promise<ProfileDecision[]>;
  find(profileId: number): Promise<ProfileReview>;
  /** The reviews of all profiles, without their values. */
  all(): Promise<ReadonlyMap<number, ProfileReview>>;
  /**
   * Removes the values of a profile that is gone, and what staff wrote about it. Of its decisions stay who decided and when;
   * they are none on a later profile of this id, which an import may store.
   */
  forget(profileId: number): Promise<void>;
  /** Ids of the profiles of which values or words of staff are stored. */
  remembered(): Promise<number[]>;
}

const MAX_TRIES = 20;
const NONE: ProfileReview = { decisions: [] };

const forgotten = ({ by, at }: ProfileDecision): ProfileDecision => ({ reason: '', by, at });

/** @param publish called with the profile whose document has new events */
export function mongoProfileDecisions(
  connection: Connection,
  publish: (profileId: number) => void = () => undefined,
): ProfileDecisions {
  const profiles = modelOf(connection, PROFILE_DECISIONS);

  async function tryToAdd(
    profileId: number,
    decision: ProfileDecision,
    approved: ApprovedProfile | undefined,
    eventsOf: (number: number) => readonly StoredEntry[],
  ): Promise<boolean> {
    const found = await profiles.findOne({ _id: profileId }, { decisions: 1 });
    const count = found?.decisions.length ?? 0;
    const entries = eventsOf(count);
    const set = approved === undefined ? {} : { approved };
    if (found === null)
      try {
        await profiles.insertOne({ _id: profileId, decisions: [decision], ...set, ...outboxOf(entries) });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    const update = {
      $push: { decisions: decision },
      ...(approved === undefined ? {} : { $set: set }),
    } as mongo.UpdateFilter<DecisionsDocument>;
    const { matchedCount } = await profiles.updateOne(
      { _id: profileId, decisions: { $size: count } },
      withEntries<DecisionsDocument>(update, entries),
    );
    return matchedCount === 1;
  }

  const find: ProfileDecisions['find'] = async (profileId) =>
    (await profiles.findOne({ _id: profileId }, WITHOUT_OUTBOX)) ?? NONE;
  return {
    async add(profileId, decision, approved, eventsOf = () => []) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1)
        if (await tryToAdd(profileId, decision, approved, eventsOf)) return publish(profileId);
      throw new Error(`the decisions of profile ${profileId} change too often`);
    },
    list: async (profileId) => (await find(profileId)).decisions,
    find,
    async all() {
      const found = await profiles.find({}, { decisions: 1, 'approved.on': 1 });
      return new Map(found.map((one) => [one._id, one]));
    },
    async forget(profileId) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const found = await profiles.findOne({ _id: profileId }, { decisions: 1 });
        if (found === null) return;
        const { matchedCount } = await profiles.updateOne(
          { _id: profileId, decisions: { $size: found.decisions.length } },
          { $set: { decisions: found.decisions.map(forgotten) }, $unset: { approved: '' } },
        );
        if (matchedCount === 1) return;
      }
      throw new Error(`the decisions of profile ${profileId} change too often`);
    },
    async remembered() {
      const found = await profiles.find(
        {
          $or: [
            { approved: { $exists: true } },
            { 'decisions.on': { $exists: true } },
            { 'decisions.changed.0': { $exists: true } },
            { 'decisions.reason': { $gt: '' } },
          ],
        },
        { _id: 1 },
      );
      return found.map(({ _id }) => _id);
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryProfileDecisions(): ProfileDecisions {
  const byProfile = new Map<number, ProfileReview>();
  const find = async (id: number): Promise<ProfileReview> => byProfile.get(id) ?? NONE;
  return {
    async add(id, decision, approved, eventsOf) {
      const before = await find(id);
      eventsOf?.(before.decisions.length);
      byProfile.set(id, {
        ...before,
        decisions: [...before.decisions, decision],
        ...(approved === undefined ? {} : { approved }),
      });
    },
    list: async (id) => (await find(id)).decisions,
    find,
    all: async () => byProfile,
    async forget(id) {
      byProfile.set(id, { decisions: (await find(id)).decisions.map(forgotten) });
    },
    remembered: async () => [...byProfile.keys()],
  };
}
