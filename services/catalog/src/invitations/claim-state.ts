import { createHash } from 'node:crypto';
import { FIRM } from '@vidhi/collections/catalog/lawyer.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { nameKey } from '@vidhi/contracts/book-import.ts';
import { enrolmentKey } from '@vidhi/contracts/enrolment-number.ts';
import type { ClaimState, Invitation, InvitationState } from '@vidhi/contracts/profile-invitations.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { StoredInvitation } from './invitation-store.ts';

type ProfileKind = 'lawyer' | 'firm';
export const kindOf = (doc: StoredDocument): ProfileKind =>
  storedAs(lawyerCollection, doc).SubCategory2 === FIRM ? 'firm' : 'lawyer';

/** Returns an address as it is compared. */
export const addressKey = (address: string): string => address.normalize('NFC').trim().toLowerCase();

/** Returns the address of a profile's contact data; empty without one. */
export function contactAddressOf(doc: StoredDocument): string {
  const address = storedAs(lawyerCollection, doc).contact?.email_address;
  return typeof address === 'string' ? address.trim() : '';
}

/** Returns the owner of a profile; null without one. */
export const ownerIdOf = (doc: StoredDocument): number | null =>
  storedAs(lawyerCollection, doc).users_permissions_user ?? null;

/** Returns a hash of the attributes that identify the owner of a profile: a link is void once the profile is another person's. */
export function identityOf(doc: StoredDocument): string {
  const { Title: title, Identifier: number } = storedAs(lawyerCollection, doc);
  const parts = [
    kindOf(doc),
    nameKey(title ?? ''),
    enrolmentKey(number ?? ''),
    addressKey(contactAddressOf(doc)),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Conditions of the states of a link: the first that holds is its state. */
export function claimStateOf(
  invitation: StoredInvitation | null,
  doc: StoredDocument | null,
  now: Date,
): ClaimState {
  if (invitation === null) return 'unknown';
  if (doc === null || invitation.state === 'gone') return 'gone';
  if (ownerIdOf(doc) !== null) return 'taken';
  if (invitation.state === 'claiming') return 'taken';
  if (invitation.state !== 'open') return 'revoked';
  if (storedAs(lawyerCollection, doc).suspended === true) return 'hidden';
  if (invitation.identity !== identityOf(doc)) return 'void';
  return invitation.expiresAt > now ? 'open' : 'expired';
}

/** Returns the state that the desk sees. */
export function invitationStateOf(
  { state, identity, expiresAt }: Pick<StoredInvitation, 'state' | 'identity' | 'expiresAt'>,
  doc: StoredDocument,
  now: Date,
): InvitationState {
  if (state === 'claimed' || state === 'revoked') return state;
  if (identity !== identityOf(doc)) return 'void';
  return expiresAt > now ? 'open' : 'expired';
}

export const presentInvitation = (
  invitation: StoredInvitation,
  doc: StoredDocument,
  now: Date,
): Invitation => ({
  state: invitationStateOf(invitation, doc, now),
  address: invitation.email ?? null,
  mails: invitation.mails,
  sent_at: (invitation.sentAt.at(-1) ?? invitation.expiresAt).toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
  by: invitation.by,
  ended_at: invitation.endedAt?.toISOString() ?? null,
  claimed_by: invitation.state === 'claimed' ? (invitation.claimant ?? null) : null,
});
