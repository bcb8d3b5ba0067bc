import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { ProfileInvited } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import { OUTBOX_SETTLED, outboxOf, WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { INVITATIONS, type InvitationDocument } from './invitation-collection.ts';

/** An invitation as it is stored. */
export interface StoredInvitation extends Pick<
  InvitationDocument,
  | 'state'
  | 'email'
  | 'requestId'
  | 'tokenHash'
  | 'identity'
  | 'mails'
  | 'sentAt'
  | 'by'
  | 'expiresAt'
  | 'claimant'
  | 'claimedAt'
  | 'endedAt'
> {
  profileId: number;
}

/** A mail that is to be sent. */
export type NewInvitation = Required<
  Pick<
    StoredInvitation,
    'email' | 'requestId' | 'tokenHash' | 'identity' | 'mails' | 'sentAt' | 'by' | 'expiresAt'
  >
>;

/** Each write is one conditional update; it resolves whether the invitation was in the expected state. */
export interface InvitationStore {
  find(profileId: number): Promise<StoredInvitation | null>;
  findByToken(tokenHash: string): Promise<StoredInvitation | null>;
  /** Invitations of profiles that there are, by profile. */
  all(): Promise<ReadonlyMap<number, StoredInvitation>>;
  /** Those that wait for this address. */
  ofAddress(email: string): Promise<StoredInvitation[]>;
  /** Stores the invitation with its mail, in place of this one. */
  invite(
    profileId: number,
    before: StoredInvitation | null,
    invitation: NewInvitation,
    actor: Actor,
  ): Promise<boolean>;
  revoke(
    invitation: Pick<StoredInvitation, 'profileId' | 'tokenHash'>,
    actor: Actor,
    at: Date,
  ): Promise<boolean>;
  /** Decides that this account gets the profile. */
  begin(
    invitation: Pick<StoredInvitation, 'profileId' | 'tokenHash'>,
    claimant: number,
    at: Date,
  ): Promise<boolean>;
  /** Takes the decision back. */
  reopen(profileId: number): Promise<boolean>;
  /** Ends a claim whose profile has its owner. */
  complete(profileId: number, at: Date): Promise<boolean>;
  /** Claims that began before this time. */
  findClaiming(before: Date): Promise<StoredInvitation[]>;
  /** Ends the invitation of a profile that is gone. */
  forget(profileId: number, at: Date): Promise<void>;
  /** Profiles whose invitations are not forgotten. */
  remembered(): Promise<number[]>;
  /** Deletes what was forgotten before this time. */
  removeForgotten(before: Date): Promise<void>;
}

/** Fields that an invitation loses when it ends. */
const WITHOUT_ADDRESS = { email: '', requestId: '' } as const;

type Update = mongo.UpdateFilter<InvitationDocument>;

const toInvitation = ({ _id: profileId, rev: _rev, ...document }: InvitationDocument): StoredInvitation => ({
  profileId,
  ...document,
});

interface MongoInvitationOptions {
  topics: { decisions: TopicLayout; audit: TopicLayout };
  /** Has the events of a document published. */
  publish: (profileId: number) => void;
}

export function mongoInvitationStore(
  connection: Connection,
  { topics, publish }: MongoInvitationOptions,
): InvitationStore {
  const invitations = modelOf(connection, INVITATIONS);
  const audited = (profileId: number, rev: string, action: string, actor: Actor, at: Date): StoredEntry =>
    createAuditEntry(topics.audit, {
      service: 'catalog',
      type: 'lawyer',
      id: profileId,
      rev,
      at,
      actor,
      action,
      label: null,
      changes: [],
    });

  function entriesOf(
    profileId: number,
    { requestId, mails: number, sentAt }: NewInvitation,
    actor: Actor,
  ): StoredEntry[] {
    const at = sentAt.at(-1) ?? new Date();
    return [
      createEntry(topics.decisions, ProfileInvited, {
        id: `${ProfileInvited.type}:${requestId}`,
        key: profileId,
        data: { profileId, number },
        occurredAt: at,
      }),
      audited(profileId, `invited-${requestId}`, 'profile_invited', actor, at),
    ];
  }
  async function insert(profileId: number, invitation: NewInvitation, actor: Actor): Promise<boolean> {
    try {
      await invitations.insertOne({
        _id: profileId,
        state: 'open',
        ...invitation,
        ...outboxOf(entriesOf(profileId, invitation, actor)),
      });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
  async function write(filter: mongo.Filter<InvitationDocument>, update: Update): Promise<boolean> {
    const { matchedCount } = await invitations.updateOne(filter, update);
    return matchedCount === 1;
  }

  return {
    async find(profileId) {
      const found = await invitations.findOne({ _id: profileId }, WITHOUT_OUTBOX);
      return found === null ? null : toInvitation(found);
    },
    async findByToken(tokenHash) {
      const found = await invitations.findOne({ tokenHash }, WITHOUT_OUTBOX);
      return found === null ? null : toInvitation(found);
    },
    async all() {
      const found = await invitations.find({ state: { $ne: 'gone' } }, WITHOUT_OUTBOX);
      return new Map(found.map((one) => [one._id, toInvitation(one)]));
    },
    async ofAddress(email) {
      const found = await invitations.find({ email, state: 'open' }, WITHOUT_OUTBOX);
      return found.map(toInvitation);
    },
    async invite(profileId, before, invitation, actor) {
      const isStored =
        before === null
          ? await insert(profileId, invitation, actor)
          : await write(
              { _id: profileId, state: before.state, tokenHash: before.tokenHash },
              withEntries<InvitationDocument>(
                {
                  $set: { state: 'open', ...invitation },
                  $unset: { claimant: '', claimedAt: '', endedAt: '' },
                } as unknown as Update,
                entriesOf(profileId, invitation, actor),
              ),
            );
      if (isStored) publish(profileId);
      return isStored;
    },
    async revoke({ profileId, tokenHash }, actor, at) {
      const isRevoked = await write(
        { _id: profileId, state: 'open', tokenHash },
        withEntries<InvitationDocument>(
          { $set: { state: 'revoked', endedAt: at }, $unset: WITHOUT_ADDRESS } as unknown as Update,
          [audited(profileId, `revoked-${tokenHash}`, 'invitation_revoked', actor, at)],
        ),
      );
      if (isRevoked) publish(profileId);
      return isRevoked;
    },
    begin: ({ profileId, tokenHash }, claimant, at) =>
      write({ _id: profileId, state: 'open', tokenHash }, {
        $set: { state: 'claiming', claimant, claimedAt: at },
      } as Update),
    reopen: (profileId) =>
      write({ _id: profileId, state: 'claiming' }, {
        $set: { state: 'open' },
        $unset: { claimant: '', claimedAt: '' },
      } as unknown as Update),
    complete: (profileId, at) =>
      write({ _id: profileId, state: 'claiming' }, {
        $set: { state: 'claimed', endedAt: at },
        $unset: WITHOUT_ADDRESS,
      } as unknown as Update),
    async findClaiming(before) {
      const found = await invitations.find({ state: 'claiming', claimedAt: { $lt: before } }, WITHOUT_OUTBOX);
      return found.map(toInvitation);
    },
    async forget(profileId, at) {
      await write({ _id: profileId, state: { $ne: 'gone' } }, {
        $set: { state: 'gone', endedAt: at },
        $unset: { ...WITHOUT_ADDRESS, claimant: '', claimedAt: '' },
      } as unknown as Update);
    },
    async remembered() {
      const found = await invitations.find({ state: { $ne: 'gone' } }, { _id: 1 });
      return found.map(({ _id }) => _id);
    },
    async removeForgotten(before) {
      await invitations.deleteMany({ state: 'gone', endedAt: { $lt: before }, ...OUTBOX_SETTLED });
    },
  };
}

/** Creates an in-memory implementation for tests; appends each audit entry and mail to `events` as a text. */
export function inMemoryInvitationStore(events: string[] = []): InvitationStore {
  const all = new Map<number, StoredInvitation>();
  const ended = ({ email: _email, requestId: _id, ...rest }: StoredInvitation): StoredInvitation => rest;
  function write(
    profileId: number,
    isExpected: (found: StoredInvitation) => boolean,
    change: (found: StoredInvitation) => StoredInvitation,
  ): boolean {
    const found = all.get(profileId);
    if (found === undefined || !isExpected(found)) return false;
    all.set(profileId, change(found));
    return true;
  }
  const withoutClaim = ({ claimant: _c, claimedAt: _at, ...rest }: StoredInvitation): StoredInvitation =>
    rest;
  return {
    find: async (profileId) => all.get(profileId) ?? null,
    findByToken: async (tokenHash) => [...all.values()].find((one) => one.tokenHash === tokenHash) ?? null,
    all: async () => new Map([...all].filter(([, { state }]) => state !== 'gone')),
    ofAddress: async (email) =>
      [...all.values()].filter((one) => one.state === 'open' && one.email === email),
    async invite(profileId, before, invitation, { id: by }) {
      const found = all.get(profileId) ?? null;
      if (found?.tokenHash !== before?.tokenHash || found?.state !== before?.state) return false;
      all.set(profileId, { profileId, state: 'open', ...invitation });
      events.push(`${by} profile_invited ${profileId}`, `mail ${profileId}/${invitation.mails}`);
      return true;
    },
    async revoke({ profileId, tokenHash }, { id: by }, endedAt) {
      const isRevoked = write(
        profileId,
        (one) => one.state === 'open' && one.tokenHash === tokenHash,
        (one) => ({ ...ended(one), state: 'revoked', endedAt }),
      );
      if (isRevoked) events.push(`${by} invitation_revoked ${profileId}`);
      return isRevoked;
    },
    begin: async ({ profileId, tokenHash }, claimant, claimedAt) =>
      write(
        profileId,
        (one) => one.state === 'open' && one.tokenHash === tokenHash,
        (one) => ({ ...one, state: 'claiming', claimant, claimedAt }),
      ),
    reopen: async (profileId) =>
      write(
        profileId,
        ({ state }) => state === 'claiming',
        (one) => ({ ...withoutClaim(one), state: 'open' }),
      ),
    complete: async (profileId, endedAt) =>
      write(
        profileId,
        ({ state }) => state === 'claiming',
        (one) => ({ ...ended(one), state: 'claimed', endedAt }),
      ),
    findClaiming: async (before) =>
      [...all.values()].filter(
        ({ state, claimedAt }) => state === 'claiming' && claimedAt !== undefined && claimedAt < before,
      ),
    async forget(profileId, endedAt) {
      write(
        profileId,
        ({ state }) => state !== 'gone',
        (one) => ({ ...withoutClaim(ended(one)), state: 'gone', endedAt }),
      );
    },
    remembered: async () => [...all.values()].flatMap((one) => (one.state === 'gone' ? [] : [one.profileId])),
    async removeForgotten(before) {
      for (const [id, { state, endedAt }] of all)
        if (state === 'gone' && endedAt !== undefined && endedAt < before) all.delete(id);
    },
  };
}
