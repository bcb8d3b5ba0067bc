/** Role ids as the specification numbers them; 10 and 11 are staff, who exist only here. */
export const ROLE = {
  customer: 4,
  lawyer: 5,
  firm: 6,
  judge: 7,
  editor: 10,
  administrator: 11,
} as const;
export type RoleId = (typeof ROLE)[keyof typeof ROLE];

export const isStaff = (role: number): boolean => role === ROLE.editor || role === ROLE.administrator;

/** Who is asking, as far as what they may see goes. */
export type Audience = 'public' | 'member' | 'staff';

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
