import { Type, type Static } from 'typebox';
import { DESKS } from './desks.ts';
import { nullable } from './nullable.ts';

/** A member of the staff as histories name them. */
export const StaffName = Type.Object({ id: Type.Integer(), name: Type.String() });
export type StaffName = Static<typeof StaffName>;

/** A member of the staff as colleagues see them: no address, no session. */
export const Colleague = Type.Object({
  ...StaffName.properties,
  desks: Type.Array(Type.Enum([...DESKS])),
});
export type Colleague = Static<typeof Colleague>;

/** An account of staff as administrators see it. */
export const StaffAccount = Type.Object({
  id: Type.Integer(),
  email: nullable(Type.String()),
  first_name: nullable(Type.String()),
  last_name: nullable(Type.String()),
  role: Type.Integer(),
  desks: Type.Array(Type.Enum([...DESKS])),
  blocked: Type.Boolean(),
  /** The account has no password yet: its invitation was not accepted, or has expired. */
  pending: Type.Boolean(),
  /** The link of the invitation is still valid. */
  invited: Type.Boolean(),
  second_step: Type.Boolean(),
  sessions: Type.Integer(),
  last_used_at: nullable(Type.String()),
});
export type StaffAccount = Static<typeof StaffAccount>;
