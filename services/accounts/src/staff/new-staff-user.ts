import type { Desk } from '@vidhi/contracts/desks.ts';
import { LOCAL_PROVIDER, type User } from '../users/user.ts';

/** The parts in which new accounts of staff differ. */
export interface NewStaff {
  id: number;
  email: string;
  first_name: string | undefined;
  last_name: string | undefined;
  role: number;
  desks: readonly Desk[];
  /** Null until an invitation is accepted. */
  passwordHash: string | null;
  at: Date;
}

/** Returns a new account of staff: confirmed, and named by its e-mail address. */
export const newStaffUser = ({ first_name, last_name, at, ...rest }: NewStaff): User => ({
  ...rest,
  first_name: first_name ?? null,
  last_name: last_name ?? null,
  username: rest.email,
  provider: LOCAL_PROVIDER,
  confirmed: true,
  blocked: false,
  mobile: null,
  tokenVersion: 0,
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
  rev: 1,
  edited: true,
  importHash: null,
  mailRequests: [],
  registration: null,
  consents: [],
});
