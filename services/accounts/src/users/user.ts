import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';

/** A person with an account, as this service keeps it. Wire names where the wire has them. */
export interface User {
  id: number;
  username: string | null;
  email: string | null;
  provider: string | null;
  confirmed: boolean;
  blocked: boolean;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  role: number;
  /** Null when nobody can sign in with a password. */
  passwordHash: string | null;
  /** Grows with each change of password, role or block; tokens with a smaller one are refused. */
  tokenVersion: number;
  createdAt: string;
  updatedAt: string;
  /** Grows with every write that others learn of. */
  rev: number;
  /** True once changed here; an archive does not overwrite it then. */
  edited: boolean;
  /** Of what an archive said, to recognise the same again; null for accounts made here. */
  importHash: string | null;
}

export const LOCAL_PROVIDER = 'local';

/**
 * Accounts of staff that are made here begin far above the ids of archives, which are kept on import,
 * and below the 2^31 that clients of the reference expect.
 */
export const STAFF_ID_BASE = 2_000_000_000;

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const EMAIL = /^[^\s@,;<>"()[\]\\]+@[^\s@,;<>"()[\]\\]+\.[^\s@,;<>"()[\]\\]{2,}$/;
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** What an archive may grant: never staff, and only by id. */
export const importableRole = (role: unknown): number =>
  typeof role === 'number' && Number.isInteger(role) && role >= ROLE.customer && role <= ROLE.judge
    ? role
    : ROLE.customer;

export const isStaffAccount = ({ role }: Pick<User, 'role'>): boolean => isStaff(role);

type Changeable = Omit<User, 'id' | 'createdAt' | 'updatedAt' | 'rev' | 'tokenVersion'>;

/** The account after a change: a new revision, and older tokens refused where the change demands it. */
export function changeUser(user: User, patch: Partial<Changeable>, at: Date): User {
  const changed = { ...user, ...patch };
  const revokes =
    changed.role !== user.role ||
    changed.passwordHash !== user.passwordHash ||
    (changed.blocked && !user.blocked);
  return {
    ...changed,
    tokenVersion: user.tokenVersion + (revokes ? 1 : 0),
    updatedAt: at.toISOString(),
    rev: user.rev + 1,
  };
}
