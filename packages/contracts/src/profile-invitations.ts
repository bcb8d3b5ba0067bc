import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** Days in which an invitation can be used. */
export const INVITATION_DAYS = 30;
/** Mails that invite to one profile within a day. */
export const MAX_INVITATION_MAILS = 5;

/**
 * States of the invitation to claim a profile, as the desk sees it. `expired`: its time is over. `void`: name, number or
 * address of the profile were changed since, so that it might be somebody else's.
 */
export const INVITATION_STATES = ['open', 'expired', 'void', 'claimed', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const Invitation = Type.Object({
  state: Type.Enum([...INVITATION_STATES]),
  /** Invited address; null once it is claimed or revoked. */
  address: nullable(Type.String()),
  /** Mails so far. */
  mails: Type.Integer(),
  sent_at: Type.String(),
  expires_at: Type.String(),
  /** Account of staff that has sent the last mail. */
  by: Type.Integer(),
  /** When it was claimed or revoked; null before. */
  ended_at: nullable(Type.String()),
  /** Account that has claimed the profile; null before. */
  claimed_by: nullable(Type.Integer()),
});
export type Invitation = Static<typeof Invitation>;

/** Body of `POST /api/directory/profiles/{id}/invitation`. */
export const InviteBody = Type.Object(
  {
    address: Type.String({ minLength: 3, maxLength: 254, description: 'Address that may claim the profile' }),
  },
  { additionalProperties: false },
);
export type InviteBody = Static<typeof InviteBody>;
export const InvitationResponse = Type.Object({ data: Invitation });

/**
 * Meanings of the link of an invitation. `unknown`: no such link, or a newer mail was sent. `taken`: the profile has an owner.
 * `hidden`: staff has suspended or rejected it. `gone`: it was removed.
 */
const CLAIM_STATES = ['open', 'unknown', 'expired', 'void', 'revoked', 'taken', 'hidden', 'gone'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** Profile that a link offers. */
const Offered = Type.Object({
  title: Type.String(),
  kind: Type.Enum(['lawyer', 'firm']),
  /** Invited address, of which most is hidden: `a•••@example.in`. */
  address: Type.String(),
  expires_at: Type.String(),
});

/** Response of `POST /api/auth/profile-invitation`; `offered` is null where the link is not good any more. */
export const ClaimLook = Type.Object({
  data: Type.Object({ state: Type.Enum([...CLAIM_STATES]), offered: nullable(Offered) }),
});
export type ClaimLook = Static<typeof ClaimLook>['data'];

/** Body of `POST /api/auth/claim-profile`. Both declarations must be made. */
export const ClaimBody = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    declaration: Type.Boolean({ description: 'That the facts are right and comply with Rule 36' }),
    accept_legal_agreement: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** An account that uses the link of an invitation; its address is confirmed. */
export const Claimant = Type.Object({
  token: Type.String({ maxLength: 200 }),
  userId: Type.Integer({ minimum: 1 }),
  email: Type.String({ maxLength: 254 }),
});
export type Claimant = Static<typeof Claimant>;

/** Causes for which an account cannot use a link that is open: `address` is another one, or it has a profile already. */
const CLAIMANT_PROBLEMS = ['address', 'has-profile'] as const;

/** Response of catalog to `POST /internal/profile-claims/check` and `POST /internal/profile-claims`. */
export const ClaimOutcome = Type.Object({
  /** `claimed`: this account owns the profile by this link. */
  state: Type.Enum([...CLAIM_STATES, ...CLAIMANT_PROBLEMS, 'claimed']),
  kind: nullable(Type.Enum(['lawyer', 'firm'])),
});
export type ClaimOutcome = Static<typeof ClaimOutcome>;

/** Response of `GET /internal/profiles/{id}/invitations/{number}`, requested at the moment of sending. */
export const MailedInvitation = Type.Object({
  address: Type.String(),
  title: Type.String(),
  kind: Type.Enum(['lawyer', 'firm']),
  expiresAt: Type.String(),
  /** Path of the page that claims it, with the token. */
  path: Type.String(),
});
export type MailedInvitation = Static<typeof MailedInvitation>;

/** Invitations to one address, for the export of an account: body and response of `POST /internal/profile-invitations/of-address`. */
export const InvitedAddress = Type.Object({ email: Type.String({ maxLength: 254 }) });
export type InvitedAddress = Static<typeof InvitedAddress>;

const ADDRESS = /^(.)[^@]*(@.*)$/su;
/** Returns an address of which the first character and the domain can be read. */
export const maskAddress = (address: string): string => address.replace(ADDRESS, '$1•••$2');
