import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  required,
  storedCollection,
  valueOf,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/**
 * Invitations to claim profiles that have no owner, one for each profile. Every row is one conditional update:
 *
 * | From               | By                                   | To       |
 * |--------------------|--------------------------------------|----------|
 * | all but claiming   | staff sends a mail                   | open     |
 * | open               | staff, or erasure of the address     | revoked  |
 * | open               | the invited account declares         | claiming |
 * | claiming           | the profile has its owner            | claimed  |
 * | claiming           | the profile cannot have this owner   | open     |
 * | all                | the profile is removed               | gone     |
 *
 * The write from `open` to `claiming` decides: a later revocation, or another mail, finds no open invitation. A sweep completes
 * invitations that a crash left in `claiming`. Whether a link has expired, and whether its profile was changed or given to
 * another account, is not stored here: each use of the link reads it.
 */
export const INVITATIONS = storedCollection(
  'profile_invitations',
  {
    /** Id of the profile. */
    _id: required(Number),
    ...OUTBOX_FIELDS,
    state: oneOf(['open', 'claiming', 'claimed', 'revoked', 'gone']),
    /** Invited address, in lower case. Absent once the invitation has ended. */
    email: optional(String),
    /** Id from which the token of the link is derived. Absent once the invitation has ended. */
    requestId: optional(String),
    /** Hash of the token. Stays, so that a link that has ended says why. */
    tokenHash: required(String),
    /** Hash of the name, kind, number and address of the profile that somebody was invited to. */
    identity: required(String),
    /** Number of mails so far. */
    mails: required(Number),
    /** Times of the last mails. */
    sentAt: required([valueOf<Date>()]),
    /** Account of staff that has sent the last mail. */
    by: required(Number),
    expiresAt: required(Date),
    /** Account that claims or has claimed the profile. */
    claimant: optional(Number),
    /** Since when it claims. */
    claimedAt: optional(Date),
    endedAt: optional(Date),
  },
  [
    ...OUTBOX_INDEXES,
    { fields: { tokenHash: 1 } },
    { fields: { email: 1 }, sparse: true },
    { fields: { state: 1 } },
  ],
);
export type InvitationDocument = StoredDocument<typeof INVITATIONS>;
