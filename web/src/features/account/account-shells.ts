import type { PageShells } from '#shared/routing/route.ts';

const REGISTRATION = {
  title: 'Register',
  intro: 'Readers follow their orders; lawyers and firms publish a profile in the directory.',
};

export const accountShells = {
  '/reset-password': { title: 'Reset password' },
  '/confirm-email': { title: 'Confirm your email address' },
  '/confirm-email-change': { title: 'Confirm your new email address' },
  '/stop-email-change': { title: 'Stop the change of your email address' },
  '/signup': REGISTRATION,
  '/register': REGISTRATION,
  '/account': {
    title: 'Account',
    intro: 'Your details and password, your orders, the devices that are logged in, and your data.',
  },
  '/account/erase': { title: 'Erase my account' },
} as const satisfies PageShells;
