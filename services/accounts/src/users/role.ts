import { ROLE, ROLE_NAMES, type RoleId } from '@vidhi/contracts/roles.ts';

/** A role as in responses. */
export interface Role {
  id: number;
  name: string;
  description: string;
  type: string;
  createdAt: string;
  updatedAt: string;
}

const DESCRIPTIONS: Readonly<Record<RoleId, string>> = {
  4: 'Reads, buys books and follows orders.',
  5: 'Keeps a lawyer profile in the directory.',
  6: 'Keeps the profile of a firm in the directory.',
  7: 'Reserved; given by staff.',
  10: 'Writes and publishes.',
  11: 'Keeps the site, its people and its settings.',
};

/** Roles are constants with fixed timestamps, not data. */
const SINCE = '2026-11-21T00:00:00.000Z';

export const ROLES: readonly Role[] = Object.values(ROLE).map((id) => ({
  id,
  name: ROLE_NAMES[id],
  description: DESCRIPTIONS[id],
  type: ROLE_NAMES[id].toLowerCase(),
  createdAt: SINCE,
  updatedAt: SINCE,
}));

export const findRole = (id: number): Role | null => ROLES.find((role) => role.id === id) ?? null;

const STAFF_ROLES = new Map<string, number>([
  ['editor', ROLE.editor],
  ['administrator', ROLE.administrator],
  [String(ROLE.editor), ROLE.editor],
  [String(ROLE.administrator), ROLE.administrator],
]);

/** Reads `editor`, `administrator`, `10` or `11`; null for anything else. */
export const toStaffRole = (text: string | number): number | null =>
  STAFF_ROLES.get(String(text).trim().toLowerCase()) ?? null;
