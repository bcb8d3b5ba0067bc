import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** A practice area, state or city with its number of profiles. */
const Counted = Type.Object({ id: Type.Integer(), name: Type.String(), count: Type.Integer() });
export type Counted = Static<typeof Counted>;

/** Response of `GET /api/lawyers/filter-options`: what has at least one profile. */
export const ProfileOptions = Type.Object({
  data: Type.Object({
    practices: Type.Array(Type.Object({ ...Counted.properties, slug: Type.String() })),
    states: Type.Array(Counted),
    /** `state` is the id of the city's state. */
    cities: Type.Array(Type.Object({ ...Counted.properties, state: nullable(Type.Integer()) })),
  }),
  meta: Type.Object({}),
});
export type ProfileOptions = Static<typeof ProfileOptions>;
