import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';
import { ProfileEvidence } from './profile-evidence.ts';
import { nullable } from './nullable.ts';
import { INVITATION_STATES, Invitation } from './profile-invitations.ts';

/**
 * `waiting`: new, or edited after it was rejected or its owner was asked for a change. `changed`: edited after its approval,
 * and shown meanwhile. `suspended`, `rejected`: visible to its owner and staff alone.
 */
export const PROFILE_STATES = [
  'waiting',
  'changed',
  'approved',
  'change_requested',
  'rejected',
  'suspended',
] as const;
export type ProfileState = (typeof PROFILE_STATES)[number];

export const PROFILE_ACTIONS = ['approve', 'request_change', 'reject', 'suspend', 'restore'] as const;
export type ProfileAction = (typeof PROFILE_ACTIONS)[number];

/** Acts of staff of which the owner of a profile is mailed: decisions, and an edit on the owner's behalf. */
export const PROFILE_EVENTS = [...PROFILE_ACTIONS, 'edit'] as const;
export type ProfileEvent = (typeof PROFILE_EVENTS)[number];

/** Actions that a state allows, for pages and the service alike. */
export const ACTIONS_OF: Readonly<Record<ProfileState, readonly ProfileAction[]>> = {
  waiting: ['approve', 'request_change', 'reject'],
  changed: ['approve', 'request_change', 'reject', 'suspend'],
  approved: ['suspend'],
  change_requested: ['approve', 'reject'],
  rejected: ['approve'],
  suspended: ['restore'],
};

export const ProfileRow = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  kind: Type.Enum(['lawyer', 'firm']),
  city: Type.String(),
  /** Enrolment or licence number. */
  number: Type.String(),
  state: Type.Enum([...PROFILE_STATES]),
  /** When it got into the queue; null outside of it. */
  waiting_since: nullable(Type.String()),
  updated_at: Type.String(),
  /** Whether its owner has confirmed the e-mail address; null for one without an owner. */
  is_confirmed: nullable(Type.Boolean()),
  /** Whether everybody can see it. */
  is_public: Type.Boolean(),
  /** Other profiles with the same number. */
  duplicates: Type.Integer(),
  /** Documents that its owner has attached. */
  evidence: Type.Integer(),
  /** Invitation to claim it; null where nobody was invited. */
  invitation: nullable(Type.Enum([...INVITATION_STATES])),
});
export type ProfileRow = Static<typeof ProfileRow>;

/** `queue`: those that wait for a decision, the oldest first. */
export const ProfileQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 120, description: 'Part of the name or number' })),
    state: Type.Optional(Type.Enum(['queue', ...PROFILE_STATES])),
    duplicates: Type.Optional(Type.Enum(['true'])),
    /** `none`: without an owner, and nobody was invited. */
    invitation: Type.Optional(Type.Enum(['none', ...INVITATION_STATES])),
    sort: Type.Optional(
      Type.Enum(['waiting', '-waiting', 'title', '-title', 'updated', '-updated'], { default: 'waiting' }),
    ),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type ProfileQuery = Static<typeof ProfileQuery>;
export const ProfilePage = pageSchema(ProfileRow);
export type ProfilePage = Static<typeof ProfilePage>;

const Value = Type.Object({ label: Type.String(), text: Type.String() });
export const ReviewedProfile = Type.Object({
  ...ProfileRow.properties,
  values: Type.Array(Value),
  /** Values that were edited since the last approval; empty before the first. */
  changes: Type.Array(Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() })),
  photo: nullable(Type.String()),
  same_number: Type.Array(
    Type.Object({ id: Type.Integer(), title: Type.String(), is_public: Type.Boolean() }),
  ),
  /** Words that Rule 36 of the Bar Council may not allow, with the part of the profile. */
  words: Type.Array(Type.Object({ label: Type.String(), word: Type.String() })),
  decisions: Type.Array(
    Type.Object({
      action: Type.Enum([...PROFILE_EVENTS]),
      reason: Type.String(),
      /** Labels of what an edit changed. */
      changed: Type.Array(Type.String()),
      by: Type.Integer(),
      at: Type.String(),
    }),
  ),
  documents: Type.Array(ProfileEvidence),
  /** Whether an account owns it. */
  has_owner: Type.Boolean(),
  /** Last invitation to claim it. */
  invited: nullable(Invitation),
  /** Address of its contact data; empty without one. */
  contact_address: Type.String(),
  /** Path of its page, for everybody once it is public. */
  path: Type.String(),
});
export type ReviewedProfile = Static<typeof ReviewedProfile>;
export const ReviewedProfileResponse = Type.Object({ data: ReviewedProfile });

export const MIN_REASON = 3;
export const DecideProfileBody = Type.Object(
  {
    action: Type.Enum([...PROFILE_ACTIONS]),
    reason: Type.String({
      maxLength: 2_000,
      description: 'Mailed to the owner; only an approval needs none',
    }),
    updated_at: Type.String({ maxLength: 40, description: 'That of the profile as it was read' }),
  },
  { additionalProperties: false },
);
export type DecideProfileBody = Static<typeof DecideProfileBody>;

/** The state of the own profile, for its owner. */
export const OwnReview = Type.Object({
  data: nullable(
    Type.Object({
      id: Type.Integer(),
      state: Type.Enum([...PROFILE_STATES]),
      is_public: Type.Boolean(),
      /** The cause that hides it: the e-mail address is to be confirmed, or staff has to decide or has decided. */
      hidden_by: nullable(Type.Enum(['unconfirmed', 'approval', 'staff'])),
      /** Words of staff with the last decision that asks for something; null without one. */
      reason: nullable(Type.String()),
      decided_at: nullable(Type.String()),
      /** Time at which the owner declared its facts; null where the last edit was not declared. */
      declared_at: nullable(Type.String()),
    }),
  ),
});
export type OwnReview = Static<typeof OwnReview>['data'];

/** A decision with what its mail says: response of `GET /internal/profiles/{id}/decisions/{number}`. */
export const MailedDecision = Type.Object({
  ownerId: Type.Integer(),
  title: Type.String(),
  action: Type.Enum([...PROFILE_EVENTS]),
  reason: Type.String(),
  /** Labels of what an edit changed. */
  changed: Type.Optional(Type.Array(Type.String())),
  path: Type.String(),
});
export type MailedDecision = Static<typeof MailedDecision>;
