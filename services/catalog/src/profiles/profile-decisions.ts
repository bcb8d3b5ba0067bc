import type { Connection } from 'mongoose';
import {
  modelOf,
  optional,
  part,
  required,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Decisions of staff about profiles, each with its reason. */
export const PROFILE_DECISIONS = storedCollection('profile_decisions', {
  _id: required(Number),
  decisions: required([
    part({
      suspended: optional(Boolean),
      approved: optional(Boolean),
      reason: required(String),
      /** Id of the account that decided. */
      by: required(Number),
      at: required(String),
    }),
  ]),
});
export type ProfileDecision = StoredDocument<typeof PROFILE_DECISIONS>['decisions'][number];

/** The audit trail of profiles. Reasons are on no topic. */
export interface ProfileDecisions {
  add(profileId: number, decision: ProfileDecision): Promise<void>;
  /** Oldest first. */
  list(profileId: number): Promise<ProfileDecision[]>;
}

export function mongoProfileDecisions(connection: Connection): ProfileDecisions {
  const profiles = modelOf(connection, PROFILE_DECISIONS);
  return {
    async add(profileId, decision) {
      await profiles.updateOne({ _id: profileId }, { $push: { decisions: decision } }, { upsert: true });
    },
    async list(profileId) {
      return (await profiles.findOne({ _id: profileId }))?.decisions ?? [];
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryProfileDecisions(): ProfileDecisions {
  const byProfile = new Map<number, ProfileDecision[]>();
  const list = async (id: number): Promise<ProfileDecision[]> => byProfile.get(id) ?? [];
  return {
    async add(id, decision) {
      byProfile.set(id, [...(await list(id)), decision]);
    },
    list,
  };
}
