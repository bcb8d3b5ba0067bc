import { ROLE } from '@vidhi/contracts/roles.ts';

const REGISTRABLE: readonly number[] = [ROLE.customer, ROLE.lawyer, ROLE.firm];

/** Reads a role that somebody may register with: a number or its digits. Null for anything else. */
export function toRegistrableRole(value: unknown): number | null {
  const role = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  return typeof role === 'number' && REGISTRABLE.includes(role) ? role : null;
}
