import { validationError } from '@vidhi/contracts/errors.ts';
import { desksOf, type Desk } from '@vidhi/contracts/desks.ts';
import { findRole, type Role } from './role.ts';
import { isStaffAccount, type User } from './user.ts';

/** Public attributes, in wire order. */
const WIRE_FIELDS = [
  'username',
  'email',
  'provider',
  'confirmed',
  'blocked',
  'first_name',
  'last_name',
  'mobile',
  'createdAt',
  'updatedAt',
] as const;
type WireField = (typeof WIRE_FIELDS)[number];

/** A flat user object without envelope; the role only on request, and the desks of staff. */
export type UserResponse = { id: number; role?: Role | null; desks?: Desk[] } & Partial<
  Record<WireField, string | boolean | null>
>;

/** The requested projection of a user. */
export interface UserView {
  fields: readonly WireField[];
  withRole: boolean;
}

export const WHOLE_USER: UserView = { fields: WIRE_FIELDS, withRole: false };

const isWireField = (name: string): name is WireField => WIRE_FIELDS.some((field) => field === name);

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [value];

function readFields(fields: unknown): readonly WireField[] {
  if (fields === undefined) return WIRE_FIELDS;
  const requested = new Set<WireField>();
  for (const name of asList(fields)) {
    if (name === '*') return WIRE_FIELDS;
    if (typeof name === 'string' && isWireField(name)) requested.add(name);
    else if (name !== 'id') throw validationError(`Invalid parameter ${String(name)}`);
  }
  return WIRE_FIELDS.filter((field) => requested.has(field));
}

const REFUSING = new Set(['false', 'f', '0', '']);

/** Returns whether `populate`, in any of its forms, includes the role. */
function wantsRole(populate: unknown): boolean {
  if (typeof populate === 'string') {
    return populate.split(',').some((name) => name === '*' || name === 'role' || name.startsWith('role.'));
  }
  if (Array.isArray(populate)) return populate.some(wantsRole);
  if (typeof populate !== 'object' || populate === null) return false;
  const { role } = populate as { role?: unknown };
  if (role !== undefined) return !(typeof role === 'string' && REFUSING.has(role));
  return Object.entries(populate).some(([key, value]) => /^\d+$/.test(key) && wantsRole(value));
}

/** Reads `fields` and `populate` of a query; throws 400 for a private attribute. */
export const readUserView = ({ fields, populate }: { fields?: unknown; populate?: unknown }): UserView => ({
  fields: readFields(fields),
  withRole: wantsRole(populate),
});

export function presentUser(user: User, { fields, withRole }: UserView): UserResponse {
  const response: UserResponse = { id: user.id };
  for (const field of fields) response[field] = user[field];
  if (isStaffAccount(user) && fields === WIRE_FIELDS) response.desks = desksOf(user);
  if (withRole) response.role = findRole(user.role);
  return response;
}
