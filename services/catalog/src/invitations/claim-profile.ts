import type { LiveModel } from '@vidhi/content-service';
import { DuplicateValueError, type ContentWrites } from '@vidhi/content-service/store.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { Claimant, ClaimOutcome } from '@vidhi/contracts/profile-invitations.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { hashToken, isToken } from '@vidhi/service-kit/link-tokens.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { approvedValues } from '../desk/profile-values.ts';
import type { ProfileDecisions } from '../profiles/profile-decisions.ts';
import { ownersDeclaration } from '../profiles/profile-owners.ts';
import type { FindProfileOf } from '../profiles/user-data-routes.ts';
import { addressKey, claimStateOf, kindOf, ownerIdOf } from './claim-state.ts';
import type { InvitationStore, StoredInvitation } from './invitation-store.ts';

/** After this time, a claim that has no end is completed by the sweep. */
const STALE_MS = 60_000;

export interface ClaimOptions {
  invitations: InvitationStore;
  store: Pick<ContentWrites, 'find' | 'update'>;
  live: Pick<LiveModel, 'put'>;
  /** See `Relays.acknowledged`. */
  acknowledged: (id: number, rev: number) => Promise<void>;
  decisions: Pick<ProfileDecisions, 'add' | 'find'>;
  findProfileOf: FindProfileOf;
  now?: () => Date;
}

export interface Claims {
  /** Resolves with what `claim` would, `open` where it would give the profile to the account. Changes nothing. */
  check(claimant: Claimant): Promise<ClaimOutcome>;
  /** Gives the profile of a link to the account, once. Repeatable: the same account gets the same response. */
  claim(claimant: Claimant): Promise<ClaimOutcome>;
  /** Completes claims whose process has ended. A failure of one does not stop the others; throws all of them at the end. */
  sweep(): Promise<void>;
}

/** Thrown for a profile that somebody else has got, or that was hidden, since it was read. */
class LostError extends Error {}
/** Thrown for a profile that another request of the same account has given to it meanwhile. */
class OwnedError extends Error {}

const onlyState = (state: ClaimOutcome['state']): ClaimOutcome => ({ state, kind: null });

export function createClaims(options: ClaimOptions): Claims {
  const { invitations, store, live, acknowledged, decisions, findProfileOf } = options;
  const { now = () => new Date() } = options;
  const findProfile = async (id: number): Promise<StoredDocument | null> =>
    (await store.find(lawyerCollection, id))?.doc ?? null;

  interface Checked {
    outcome: ClaimOutcome;
    /** The invitation that the account may use; null for every other outcome than `open`. */
    usable: StoredInvitation | null;
  }
  const rejected = (state: ClaimOutcome['state']): Checked => ({ outcome: onlyState(state), usable: null });

  async function check({ token, userId, email }: Claimant): Promise<Checked> {
    const found = isToken(token) ? await invitations.findByToken(hashToken(token)) : null;
    const doc = found === null ? null : await findProfile(found.profileId);
    if (found === null || doc === null) return rejected(claimStateOf(found, doc, now()));
    const isOwn = found.claimant === userId;
    if (isOwn && found.state === 'claimed' && ownerIdOf(doc) === userId)
      return { outcome: { state: 'claimed', kind: kindOf(doc) }, usable: null };
    const isBegun = isOwn && found.state === 'claiming';
    const state = claimStateOf(found, doc, now());
    if (!isBegun && state !== 'open') return rejected(state);
    if (!isBegun && found.email !== addressKey(email)) return rejected('address');
    const own = await findProfileOf(userId);
    if (own !== null && own.id !== doc.id) return rejected('has-profile');
    return { outcome: { state: 'open', kind: kindOf(doc) }, usable: found };
  }

  /** Returns the profile with its owner. The import counts as its approval: what the owner edits is looked at. */
  function ownedValues(current: StoredDocument, { claimant, claimedAt }: StoredInvitation) {
    const { suspended, updatedAt } = storedAs(lawyerCollection, current);
    if (ownerIdOf(current) === claimant) throw new OwnedError();
    if (suspended === true || ownerIdOf(current) !== null) throw new LostError();
    return {
      users_permissions_user: claimant ?? null,
      made_by_owner: true,
      approved: true,
      declaration: ownersDeclaration(claimedAt ?? now()),
      // No edit of the profile.
      updatedAt,
    };
  }

  /** Stores the owner, unless it is stored already. Null for a profile that is gone. */
  async function giveProfile(begun: StoredInvitation): Promise<StoredDocument | null> {
    const doc = await findProfile(begun.profileId);
    if (doc === null || ownerIdOf(doc) === begun.claimant) return doc;
    const actor: Actor = {
      id: begun.claimant ?? null,
      role: kindOf(doc) === 'firm' ? ROLE.firm : ROLE.lawyer,
      via: 'site',
    };
    const updated = await store
      .update(lawyerCollection, doc.id, (current) => ownedValues(current, begun), { actor, action: 'claim' })
      .catch((error: unknown) => {
        if (error instanceof OwnedError) return store.find(lawyerCollection, doc.id);
        throw error;
      });
    if (updated === null) return null;
    live.put(lawyerCollection.name, updated.doc, updated.rev);
    await acknowledged(doc.id, updated.rev);
    return updated.doc;
  }

  async function noteApproval(doc: StoredDocument, { by }: StoredInvitation): Promise<void> {
    const on = typeof doc.updatedAt === 'string' ? doc.updatedAt : '';
    if ((await decisions.find(doc.id)).approved !== undefined) return;
    await decisions.add(
      doc.id,
      { approved: true, on, reason: '', by, at: now().toISOString() },
      { on, values: approvedValues(doc) },
    );
  }

  /** Completes a claim that has begun, or takes it back where the profile cannot have this owner. */
  async function complete(begun: StoredInvitation): Promise<ClaimOutcome> {
    const { profileId } = begun;
    const takeBack = async (state?: ClaimOutcome['state']): Promise<ClaimOutcome> => {
      await invitations.reopen(profileId);
      const found = await invitations.find(profileId);
      return onlyState(state ?? claimStateOf(found, await findProfile(profileId), now()));
    };
    try {
      const doc = await giveProfile(begun);
      if (doc === null) return await takeBack();
      await noteApproval(doc, begun);
      await invitations.complete(profileId, now());
      return { state: 'claimed', kind: kindOf(doc) };
    } catch (error) {
      if (error instanceof DuplicateValueError) return takeBack('has-profile');
      if (error instanceof LostError) return takeBack();
      throw error;
    }
  }

  return {
    check: async (claimant) => (await check(claimant)).outcome,
    async claim(claimant) {
      const { outcome, usable } = await check(claimant);
      if (usable === null) return outcome;
      if (usable.state === 'claiming') return complete(usable);
      const claimedAt = now();
      if (await invitations.begin(usable, claimant.userId, claimedAt))
        return complete({ ...usable, state: 'claiming', claimant: claimant.userId, claimedAt });
      // Revoked, sent again or begun meanwhile, at times by the same account: what it is now.
      const again = await check(claimant);
      if (again.usable?.state === 'claiming') return complete(again.usable);
      return again.usable === null ? again.outcome : onlyState('unknown');
    },
    async sweep() {
      const failures: unknown[] = [];
      for (const begun of await invitations.findClaiming(new Date(now().getTime() - STALE_MS)))
        await complete(begun).catch((error: unknown) => void failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'a claim of a profile was not completed');
    },
  };
}
