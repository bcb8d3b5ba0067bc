import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';

/** An entry of a list of names that profiles, books and other lists refer to. */
export const ListEntry = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** The places in which it is: `Pune, Maharashtra`; empty for entries that are in none. */
  place: Type.String(),
  /** Number of documents that name it, by their plural names: `{ lawyers: 12, courts: 1 }`. */
  used_by: Type.Record(Type.String(), Type.Integer()),
  /** The sum of these. */
  uses: Type.Integer(),
  /** Other entries whose names have the same letters and digits, and that are in the same place. */
  same_name: Type.Integer(),
  updated_at: Type.String(),
});
export type ListEntry = Static<typeof ListEntry>;

export const ListEntryQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 120, description: 'Part of the name or place' })),
    used: Type.Optional(Type.Enum(['true', 'false'])),
    same_name: Type.Optional(Type.Enum(['true'])),
    sort: Type.Optional(
      Type.Enum(['name', '-name', 'uses', '-uses', 'updated', '-updated'], { default: 'name' }),
    ),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type ListEntryQuery = Static<typeof ListEntryQuery>;
export const ListEntryPage = pageSchema(ListEntry);
export type ListEntryPage = Static<typeof ListEntryPage>;
