import { Type, type Static } from 'typebox';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** `waiting` for staff, `replaying` on its way to its group, `applied` by it, or `dropped` by staff. */
export const LETTER_STATES = ['waiting', 'replaying', 'applied', 'dropped'] as const;

/** An event that the consumers of a group could not apply, without its content. */
export const DeadLetter = Type.Object({
  id: Type.String(),
  /** The consumer group; all others have applied the event. */
  group: Type.String(),
  topic: Type.String(),
  partition: Type.Integer(),
  offset: Type.String(),
  /** Type of the event; null where the record is none. */
  event: NullableText,
  error: Type.String(),
  message: Type.String(),
  attempts: Type.Integer(),
  first_failed_at: Type.String(),
  last_failed_at: Type.String(),
  state: Type.Enum([...LETTER_STATES]),
  replays: Type.Integer(),
});
export type DeadLetter = Static<typeof DeadLetter>;

/** Response of `GET /api/system/dead-letters`: those that need somebody, the oldest first. */
export const DeadLetterList = Type.Object({
  data: Type.Array(DeadLetter),
  /** All of them; `data` has at most 500. */
  meta: Type.Object({ total: Type.Integer() }),
});
export type DeadLetterList = Static<typeof DeadLetterList>;

/** Response of `GET /api/system/dead-letters/{id}`. */
export const DeadLetterContent = Type.Object({
  data: Type.Object({
    id: Type.String(),
    key: NullableText,
    /** The value of the record; null where it has none. */
    content: NullableText,
    /** Whether it is longer than what is shown. */
    is_cut: Type.Boolean(),
  }),
});
export type DeadLetterContent = Static<typeof DeadLetterContent>;

const LetterId = Type.String({ pattern: '^[0-9a-f]{32}$' });
export const MAX_REPLAYED = 200;

/** Body of `POST /api/system/dead-letters/replay`, and its response. */
export const ReplayLettersBody = Type.Object(
  { ids: Type.Array(LetterId, { minItems: 1, maxItems: MAX_REPLAYED }) },
  { additionalProperties: false },
);
export type ReplayLettersBody = Static<typeof ReplayLettersBody>;
export const ReplayedLetters = Type.Object({ data: Type.Object({ replayed: Type.Integer() }) });
export type ReplayedLetters = Static<typeof ReplayedLetters>;

export const DeadLetterParams = Type.Object({ id: LetterId });
export type DeadLetterParams = Static<typeof DeadLetterParams>;

/** Body of `POST /api/system/dead-letters/{id}/drop`. */
export const DropLetterBody = Type.Object(
  { reason: Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' }) },
  { additionalProperties: false },
);
export type DropLetterBody = Static<typeof DropLetterBody>;
