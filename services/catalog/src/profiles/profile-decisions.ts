import type { Connection } from 'mongoose';

/** A decision of staff about a profile, with its reason. */
export interface ProfileDecision {
  suspended?: boolean;
  approved?: boolean;
  reason: string;
  /** Id of the account that decided. */
  by: number;
  at: string;
}

/** The audit trail of profiles. Reasons are on no topic. */
export interface ProfileDecisions {
  add(profileId: number, decision: ProfileDecision): Promise<void>;
  /** Oldest first. */
  list(profileId: number): Promise<ProfileDecision[]>;
}

interface DecisionsDocument {
  _id: number;
  decisions: ProfileDecision[];
}

export function mongoProfileDecisions(connection: Connection): ProfileDecisions {
  const profiles = connection.collection<DecisionsDocument>('profile_decisions');
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
