import { Type, type Static } from 'typebox';
import { GRIEVANCE_CATEGORIES, type GrievanceCategory } from './grievance-categories.ts';
import { nullable } from './nullable.ts';
import { pageParameters, pageSchema } from './paging.ts';

// Grievances about what the site shows: rules 3(2) and 11 of the Information Technology (Intermediary Guidelines and
// Digital Media Ethics Code) Rules, 2021.

const CATEGORIES = Object.keys(GRIEVANCE_CATEGORIES) as GrievanceCategory[];

export const MAX_GRIEVANCE = { name: 100, email: 254, link: 500, text: 5_000 } as const;

/**
 * `open`: awaits a decision. `decided`: disposed of with an outcome, which is mailed to the complainant. `withdrawn`: disposed of
 * without one, as its complainant had the account erased before. `spam`: not for people.
 */
export const GRIEVANCE_STATES = ['open', 'decided', 'withdrawn', 'spam'] as const;
export type GrievanceState = (typeof GRIEVANCE_STATES)[number];
export const OUTCOMES = ['upheld', 'partly', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** The action that was taken about the content. */
export const MEASURES = ['none', 'corrected', 'taken_down', 'other'] as const;
export type Measure = (typeof MEASURES)[number];

export const GrievanceRow = Type.Object({
  id: Type.String(),
  /** Number in the acknowledgement to its complainant. */
  number: Type.String(),
  /** A write of a grievance that has changed since this revision is a conflict. */
  rev: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  category: Type.Enum([...CATEGORIES]),
  link: Type.String(),
  state: Type.Enum([...GRIEVANCE_STATES]),
  /** Account of staff that looks after it. */
  assignee: nullable(Type.Integer()),
  received_at: Type.String(),
  due_at: Type.String(),
  /** Null where it is not decided. */
  outcome: nullable(Type.Enum([...OUTCOMES])),
  decided_at: nullable(Type.String()),
});
export type GrievanceRow = Static<typeof GrievanceRow>;

export const GRIEVANCE_MAIL_STATES = ['waiting', 'sent', 'failed', 'not_sent'] as const;
const MailOf = Type.Enum([...GRIEVANCE_MAIL_STATES]);

export const GrievanceDecision = Type.Object({
  outcome: Type.Enum([...OUTCOMES]),
  reason: Type.String(),
  measure: Type.Enum([...MEASURES]),
  /** Article that was corrected or taken down. */
  post_id: nullable(Type.Integer()),
  at: Type.String(),
  /** Account of staff. */
  by: nullable(Type.Integer()),
  mail: MailOf,
});

export const Grievance = Type.Object({
  ...GrievanceRow.properties,
  text: Type.String(),
  /** State of the acknowledgement. */
  acknowledgement: MailOf,
  decision: nullable(GrievanceDecision),
});
export type Grievance = Static<typeof Grievance>;
export const GrievanceResponse = Type.Object({ data: Grievance });

export const GRIEVANCE_SORTS = ['due', '-due', 'received', '-received'] as const;
export const GrievanceQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 254, description: 'Part of number, name, address, link or text' }),
    ),
    state: Type.Optional(Type.Enum([...GRIEVANCE_STATES], { description: 'Open ones where left out' })),
    overdue: Type.Optional(Type.Literal('true', { description: 'Open ones whose day has passed' })),
    assignee: Type.Optional(
      Type.String({ pattern: '^(me|none|[1-9]\\d{0,14})$', description: '`me`, `none`, or an account' }),
    ),
    sort: Type.Optional(Type.Enum([...GRIEVANCE_SORTS], { default: 'due' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type GrievanceQuery = Static<typeof GrievanceQuery>;
export const GrievancePage = pageSchema(GrievanceRow);
export type GrievancePage = Static<typeof GrievancePage>;

export const GrievanceChangeBody = Type.Object(
  {
    data: Type.Object(
      {
        rev: Type.Integer(),
        state: Type.Optional(Type.Enum(['open', 'spam'])),
        assignee: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export type GrievanceChange = Static<typeof GrievanceChangeBody>['data'];

export const MAX_REASON_LENGTH = 10_000;
export const DecisionBody = Type.Object(
  {
    data: Type.Object(
      {
        rev: Type.Integer(),
        outcome: Type.Enum([...OUTCOMES]),
        /** Mailed to the complainant. */
        reason: Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH, pattern: '\\S' }),
        measure: Type.Enum([...MEASURES]),
        post_id: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type DecisionBody = Static<typeof DecisionBody>;

/** A month of India, of grievances but spam. */
export const RegisterMonth = Type.Object({
  /** `2026-11`. */
  month: Type.String(),
  received: Type.Integer(),
  /** Decided or withdrawn in the month, whenever they were received. */
  disposed: Type.Integer(),
  upheld: Type.Integer(),
  partly: Type.Integer(),
  rejected: Type.Integer(),
  /** Those that were disposed of after their day. */
  late: Type.Integer(),
  /** Not decided at the end of the month, or now. */
  pending: Type.Integer(),
});
export type RegisterMonth = Static<typeof RegisterMonth>;
export const GrievanceRegister = Type.Object({ data: Type.Array(RegisterMonth) });
export type GrievanceRegister = Static<typeof GrievanceRegister>;
