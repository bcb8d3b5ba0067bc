/** Role ids. Those below 10 are from the specification; 10 and 11 are staff and exist only in this system. */
export const ROLE = {
  customer: 4,
  lawyer: 5,
  firm: 6,
  judge: 7,
  editor: 10,
  administrator: 11,
} as const;
export type RoleId = (typeof ROLE)[keyof typeof ROLE];

/** Returns whether a role may edit content and see unpublished documents. */
export const isStaff = (role: number): boolean => role === ROLE.editor || role === ROLE.administrator;

/** Access level of a client: anonymous, logged in, or staff. */
export type Audience = 'public' | 'member' | 'staff';

/** Returns the audience of a role; null is an anonymous client. */
export const audienceOfRole = (role: number | null): Audience =>
  role === null ? 'public' : isStaff(role) ? 'staff' : 'member';

export const ROLE_NAMES: Readonly<Record<RoleId, string>> = {
  4: 'Customer',
  5: 'Lawyer',
  6: 'Firm',
  7: 'Judge',
  10: 'Editor',
  11: 'Administrator',
};
