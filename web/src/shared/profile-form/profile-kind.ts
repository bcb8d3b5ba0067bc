import { ROLE } from '@vidhi/contracts/roles.ts';

export type ProfileKind = 'lawyer' | 'firm';

/** Returns the kind of profile that a role has; null for roles without one. */
export const profileKindOf = (role: number | null): ProfileKind | null =>
  role === ROLE.lawyer ? 'lawyer' : role === ROLE.firm ? 'firm' : null;

/** Labels of the specification that differ between the two kinds. */
export const LABELS = {
  lawyer: {
    image: 'Profile Image',
    title: 'Name of the Lawyer',
    since: 'Practice Since',
    subtitle: 'Qualification',
  },
  firm: {
    image: 'Firm Image',
    title: 'Name of the Firm',
    since: 'Established in',
    subtitle: 'Sub title or Tagline',
  },
} as const;
