import { Type, type Static } from 'typebox';
import { CONSOLE_LIST_NAMES } from './console-lists.ts';
import { SHOWN_NAME } from './shown-name.ts';

export const MAX_OWN_VIEWS = 50;
export const MAX_SHARED_VIEWS = 50;

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: SHOWN_NAME });
/** Query of the list's address, with its question mark and without `view`. */
const Query = Type.String({ maxLength: 2_000, pattern: '^\\?[^\\s#\\p{C}]*$' });
/** Id of a saved view, or key of one that the console has for everybody. */
const ViewKey = Type.String({ pattern: '^[\\w-]{1,40}$' });

export const ConsoleView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  /** Whether everybody who may open the list sees it. */
  shared: Type.Boolean(),
  /** The person that saved it; null for an account that is no longer staff. */
  by: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  /** Whether the caller may change and delete it. */
  is_editable: Type.Boolean(),
});
export type ConsoleView = Static<typeof ConsoleView>;

/** The tabs of a list, as one person has arranged them. */
export const ViewArrangement = Type.Object(
  {
    /** Views that are tabs of their own, in order; the others are in a menu. Null while nothing was arranged. */
    pinned: Type.Union([Type.Array(ViewKey, { maxItems: 100, uniqueItems: true }), Type.Null()]),
    /** View with which the list opens; null for the list's own first one. */
    first: Type.Union([ViewKey, Type.Null()]),
  },
  { additionalProperties: false },
);
export type ViewArrangement = Static<typeof ViewArrangement>;

export const ConsoleViews = Type.Object({
  data: Type.Array(ConsoleView),
  meta: Type.Object({ arrangement: ViewArrangement }),
});
export type ConsoleViews = Static<typeof ConsoleViews>;

export const SaveViewBody = Type.Object(
  {
    list: Type.Enum([...CONSOLE_LIST_NAMES]),
    name: Name,
    query: Query,
    shared: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type SaveViewBody = Static<typeof SaveViewBody>;

export const ChangeViewBody = Type.Object(
  {
    name: Type.Optional(Name),
    query: Type.Optional(Query),
    shared: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ChangeViewBody = Static<typeof ChangeViewBody>;
