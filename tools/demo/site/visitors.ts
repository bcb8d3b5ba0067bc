/** Accounts that can log in at the demo site. The launcher prints their passwords; they are removed with the demo content. */

export interface Visitor {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  /** A role's id: a customer, a lawyer, a firm. */
  role: 4 | 5 | 6;
  /** The bcrypt hash of the password that the launcher prints. */
  passwordHash: string;
}

export const VISITORS: readonly Visitor[] = [
  {
    key: 'demo-reader',
    email: 'reader@demo.vidhi.example',
    firstName: 'Demo',
    lastName: 'Reader',
    role: 4,
    passwordHash: '$2b$10$5dGXdemYICk1YafFAkhcZuo6GtsXUEQXX1pFmALX8WJ0QU.W8queS',
  },
  {
    key: 'demo-lawyer',
    email: 'lawyer@demo.vidhi.example',
    firstName: 'Demo',
    lastName: 'Lawyer',
    role: 5,
    passwordHash: '$2b$10$NxmJpc/QfA7L/mhqX0MndOGZWBMlbA06vsdiD5H/KTJTuYmCvm/6K',
  },
  {
    key: 'demo-firm',
    email: 'firm@demo.vidhi.example',
    firstName: 'Demo',
    lastName: 'Firm',
    role: 6,
    passwordHash: '$2b$10$Am0eGddF50sNVgdEdVCwNe3z/HK6EYkPjF0zR6KaFC6JhI2Gsu9HC',
  },
];
