import { storedAs } from '@vidhi/collections/stored.ts';
import type { ContentStore } from '@vidhi/content-service/store.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors, notFound, WireError } from '@vidhi/contracts/errors.ts';
import {
  INVITATION_DAYS,
  MAX_INVITATION_MAILS,
  maskAddress,
  type ClaimLook,
  type Invitation,
  type MailedInvitation,
} from '@vidhi/contracts/profile-invitations.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { hashToken, isToken, newRequestId, type LinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { addressKey, claimStateOf, identityOf, kindOf, ownerIdOf, presentInvitation } from './claim-state.ts';
import type { InvitationStore, StoredInvitation } from './invitation-store.ts';

const DAY_MS = 86_400_000;
const NOBODY: Actor = { id: null, role: null, via: 'system' };
/** Page that the link leads to: only its button claims the profile. */
const PAGE = '/account/claim?code=';

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const CHANGING = 'The invitation is being changed. Please look at it again.';

interface InvitationsOptions {
  invitations: InvitationStore;
  store: Pick<ContentStore, 'find'>;
  tokens: LinkTokens;
  now?: () => Date;
}

/** Invitations of staff to claim profiles. */
export function createInvitations(options: InvitationsOptions) {
  const { invitations, store, tokens, now = () => new Date() } = options;
  const findProfile = async (id: number): Promise<StoredDocument | null> =>
    (await store.find(lawyerCollection, id))?.doc ?? null;

  /** Throws 409 for a profile that nobody can claim. */
  function requireClaimable(doc: StoredDocument): void {
    if (ownerIdOf(doc) !== null) throw conflict('The profile has an owner.');
    if (storedAs(lawyerCollection, doc).suspended === true)
      throw conflict('The profile is suspended or rejected: nobody can claim it.');
  }
  /** Throws 409 where another profile waits for this address: an account has one profile. */
  async function requireFree(email: string, profileId: number): Promise<void> {
    for (const other of await invitations.ofAddress(email)) {
      if (other.profileId === profileId) continue;
      const doc = await findProfile(other.profileId);
      if (claimStateOf(other, doc, now()) === 'open')
        throw conflict(
          `Profile ${other.profileId} waits for this address already. An account has one profile.`,
        );
    }
  }
  /** Returns the times of the mails of the last day; throws 409 where there were too many. */
  function recentMails(before: StoredInvitation | null, at: Date): Date[] {
    const recent = (before?.sentAt ?? []).filter((sent) => at.getTime() - sent.getTime() < DAY_MS);
    if (recent.length >= MAX_INVITATION_MAILS)
      throw conflict(`${MAX_INVITATION_MAILS} mails were sent within a day. Please try again tomorrow.`);
    return recent;
  }

  /** Mails an invitation, in place of a former one, whose link is void then. */
  async function invite(profileId: number, address: string, actor: Actor): Promise<Invitation> {
    const email = addressKey(address);
    if (!isMailable(email)) throw attributeErrors([{ path: ['address'], message: 'Invalid email format' }]);
    // Before the profile: a claim that is made after it changes the invitation, which is then not replaced.
    const before = await invitations.find(profileId);
    const doc = await findProfile(profileId);
    if (doc === null) throw notFound();
    requireClaimable(doc);
    await requireFree(email, profileId);
    if (before?.state === 'claiming') throw conflict('Somebody is claiming the profile at this moment.');
    const at = now();
    const requestId = newRequestId();
    const invitation = {
      email,
      requestId,
      tokenHash: hashToken(tokens.tokenOf(requestId)),
      identity: identityOf(doc),
      mails: (before?.mails ?? 0) + 1,
      sentAt: [...recentMails(before, at), at],
      by: actor.id ?? 0,
      expiresAt: new Date(at.getTime() + INVITATION_DAYS * DAY_MS),
    };
    if (!(await invitations.invite(profileId, before, invitation, actor))) throw conflict(CHANGING);
    return presentInvitation({ profileId, state: 'open', ...invitation }, doc, at);
  }

  return {
    invite,
    all: invitations.all,
    find: invitations.find,
    /** Ends an invitation that nobody has used. Throws 404 where there is none. */
    async revoke(profileId: number, actor: Actor): Promise<Invitation> {
      const [found, doc] = [await invitations.find(profileId), await findProfile(profileId)];
      if (found === null || found.state === 'gone' || doc === null) throw notFound();
      if (found.state !== 'open') throw conflict('There is no open invitation.');
      const at = now();
      if (!(await invitations.revoke(found, actor, at))) throw conflict(CHANGING);
      const { email: _email, requestId: _requestId, ...ended } = found;
      return presentInvitation({ ...ended, state: 'revoked', endedAt: at }, doc, at);
    },
    /** Ends an invitation where there is an open one. */
    async withdraw(profileId: number, actor: Actor): Promise<void> {
      const found = await invitations.find(profileId);
      if (found?.state === 'open') await invitations.revoke(found, actor, now());
    },
    /** Returns what the page of a link shows. Changes nothing. */
    async look(token: string): Promise<ClaimLook> {
      const found = isToken(token) ? await invitations.findByToken(hashToken(token)) : null;
      const doc = found === null ? null : await findProfile(found.profileId);
      const state = claimStateOf(found, doc, now());
      if (state !== 'open' || found === null || doc === null) return { state, offered: null };
      return {
        state,
        offered: {
          title: storedAs(lawyerCollection, doc).Title ?? '',
          kind: kindOf(doc),
          address: maskAddress(found.email ?? ''),
          expires_at: found.expiresAt.toISOString(),
        },
      };
    },
    /** Resolves with what the mail of this number says; null when it must not be sent any more. */
    async mailed(profileId: number, number: number): Promise<MailedInvitation | null> {
      const [found, doc] = [await invitations.find(profileId), await findProfile(profileId)];
      if (found === null || doc === null || claimStateOf(found, doc, now()) !== 'open') return null;
      const { email, requestId, tokenHash, mails, expiresAt } = found;
      if (email === undefined || requestId === undefined || mails !== number) return null;
      // The secret has changed since: the link would not work.
      const token = tokens.findToken(requestId, tokenHash);
      if (token === null) return null;
      return {
        address: email,
        title: storedAs(lawyerCollection, doc).Title ?? '',
        kind: kindOf(doc),
        expiresAt: expiresAt.toISOString(),
        path: `${PAGE}${token}`,
      };
    },
    /** Invitations that wait for an address, for the export of its owner. */
    async ofAddress(address: string) {
      const found = await invitations.ofAddress(addressKey(address));
      const shown = await Promise.all(
        found.map(async ({ profileId, sentAt, expiresAt }) => {
          const doc = await findProfile(profileId);
          return {
            profile: doc === null ? '' : (storedAs(lawyerCollection, doc).Title ?? ''),
            mailedAt: sentAt.map((at) => at.toISOString()),
            expiresAt: expiresAt.toISOString(),
          };
        }),
      );
      return shown;
    },
    /** Ends the invitations of an address, which is stored with none of them afterwards. */
    async eraseAddress(address: string): Promise<void> {
      for (const found of await invitations.ofAddress(addressKey(address)))
        await invitations.revoke(found, NOBODY, now());
    },
    removeForgotten: (): Promise<void> =>
      invitations.removeForgotten(new Date(now().getTime() - 2 * INVITATION_DAYS * DAY_MS)),
  };
}
export type Invitations = ReturnType<typeof createInvitations>;
