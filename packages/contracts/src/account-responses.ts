import { Type, type Static } from 'typebox';
import { DESKS } from './desks.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

const RoleSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});

/** An account in responses. Fastify serializes these attributes only, so that no response has the password hash. */
export const AccountResponse = Type.Object({
  id: Type.Integer(),
  username: Type.Optional(NullableText),
  email: Type.Optional(NullableText),
  provider: Type.Optional(NullableText),
  confirmed: Type.Optional(Type.Boolean()),
  blocked: Type.Optional(Type.Boolean()),
  first_name: Type.Optional(NullableText),
  last_name: Type.Optional(NullableText),
  mobile: Type.Optional(NullableText),
  createdAt: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Type.String()),
  desks: Type.Optional(Type.Array(Type.Enum([...DESKS]))),
  role: Type.Optional(Type.Union([RoleSchema, Type.Null()])),
});
export type AccountResponse = Static<typeof AccountResponse>;

/** Response of a login. */
export const SessionResponse = Type.Object({ jwt: Type.String(), user: AccountResponse });
export type SessionResponse = Static<typeof SessionResponse>;

/** A session of the own account, for pages of this site. */
export const OwnSession = Type.Object({
  id: Type.String(),
  /** As `Firefox on Windows`; null where it is unknown. */
  browser: NullableText,
  isCurrent: Type.Boolean(),
  lastUsedAt: Type.String(),
  endsAt: Type.String(),
});
export type OwnSession = Static<typeof OwnSession>;

/** Details of the 401 of a login that needs a second step. */
export interface SecondStepDetails {
  /** Token for `POST /api/auth/second-step`. */
  second_step: string;
  /** Whether two-step login has to be set up first. */
  enrolment: boolean;
}

/** The second step of one's own login. */
export const SecondStepResponse = Type.Object({
  enabled: Type.Boolean(),
  since: NullableText,
  recovery_codes_left: Type.Integer(),
  /** The role needs it: it cannot be turned off. */
  required: Type.Boolean(),
});
export type SecondStepResponse = Static<typeof SecondStepResponse>;

/** A new secret for an authenticator app, and the token that activates it. */
export const EnrolmentResponse = Type.Object({
  enrolment: Type.String(),
  secret: Type.String(),
  uri: Type.String(),
});
export type EnrolmentResponse = Static<typeof EnrolmentResponse>;

export const RecoveryCodesResponse = Type.Object({ recovery_codes: Type.Array(Type.String()) });
export type RecoveryCodesResponse = Static<typeof RecoveryCodesResponse>;

export const SecondStepActivation = Type.Object({
  ...SessionResponse.properties,
  ...RecoveryCodesResponse.properties,
});
export type SecondStepActivation = Static<typeof SecondStepActivation>;

/** Maximum number of saved articles of one account. Saving more removes the oldest. */
export const MAX_SAVED_ARTICLES = 200;

const SavedArticle = Type.Object({
  path: Type.String({ description: 'On this site, with its leading slash' }),
  title: Type.String(),
  date: Type.String({ format: 'date-time', description: 'When the article was published' }),
});
export const SavedArticles = Type.Object({
  articles: Type.Array(SavedArticle, { maxItems: MAX_SAVED_ARTICLES }),
});
export type SavedArticles = Static<typeof SavedArticles>;
