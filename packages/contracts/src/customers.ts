import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';
import { nullable } from './nullable.ts';
import { ROLE } from './roles.ts';

/** Roles of accounts that are not staff's. */
export const CUSTOMER_ROLES = [ROLE.customer, ROLE.lawyer, ROLE.firm, ROLE.judge] as const;

export const CUSTOMER_STATES = ['active', 'unconfirmed', 'blocked'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

export const CustomerRow = Type.Object({
  id: Type.Integer(),
  first_name: nullable(Type.String()),
  last_name: nullable(Type.String()),
  email: nullable(Type.String()),
  mobile: nullable(Type.String()),
  role: Type.Integer(),
  /** Whether the e-mail address is confirmed. */
  confirmed: Type.Boolean(),
  blocked: Type.Boolean(),
  created_at: Type.String(),
});
export type CustomerRow = Static<typeof CustomerRow>;

export const CUSTOMER_SORTS = ['created', '-created', 'email', '-email'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export const CustomerQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 120,
        description: 'Parts of name, e-mail address or phone number, or the id',
      }),
    ),
    role: Type.Optional(Type.Enum(CUSTOMER_ROLES.map(String))),
    state: Type.Optional(Type.Enum([...CUSTOMER_STATES])),
    sort: Type.Optional(Type.Enum([...CUSTOMER_SORTS], { default: '-created' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type CustomerQuery = Static<typeof CustomerQuery>;

export const CustomerPage = pageSchema(CustomerRow);
export type CustomerPage = Static<typeof CustomerPage>;

export const Customer = Type.Object({
  ...CustomerRow.properties,
  username: nullable(Type.String()),
  updated_at: Type.String(),
  /** Browsers that are logged in, the last one that was used first. */
  sessions: Type.Array(
    Type.Object({ browser: nullable(Type.String()), last_used_at: Type.String(), ends_at: Type.String() }),
  ),
  consents: Type.Array(Type.Object({ purpose: Type.String(), version: Type.String(), at: Type.String() })),
  /** The profile in the directory; null without one, and while the directory is unavailable. */
  profile: nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
  is_profile_known: Type.Boolean(),
});
export type Customer = Static<typeof Customer>;
export const CustomerResponse = Type.Object({ data: Customer });

export const MIN_CUSTOMER_REASON = 3;
const Reason = Type.String({
  minLength: MIN_CUSTOMER_REASON,
  maxLength: 500,
  description: 'For the audit log, which is not erased: without personal data',
});

export const CUSTOMER_ACTIONS = ['confirm', 'block', 'unblock', 'end_sessions'] as const;
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number];
export const CustomerActionBody = Type.Object(
  { action: Type.Enum([...CUSTOMER_ACTIONS]), reason: Type.Optional(Reason) },
  { additionalProperties: false },
);
export type CustomerActionBody = Static<typeof CustomerActionBody>;

/** Returns whether an action needs a reason. */
export const needsReason = (action: CustomerAction): boolean => action === 'block' || action === 'unblock';

export const EraseCustomerBody = Type.Object(
  {
    reason: Reason,
    confirmation: Type.String({
      maxLength: 254,
      description: 'The e-mail address of the account, or its id where it has none',
    }),
  },
  { additionalProperties: false },
);
export type EraseCustomerBody = Static<typeof EraseCustomerBody>;

/** Returns what somebody types to confirm the erasure of an account. */
export const erasureConfirmation = ({ id, email }: { id: number; email: string | null }): string =>
  email ?? String(id);
