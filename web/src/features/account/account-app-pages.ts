import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { ACCOUNT_INTRO, REGISTRATION_INTRO } from './account-intros.ts';

const definePage = pagesOf('account');

/** The page of `/signup` and of `/register`, which shows the older form. */
const REGISTRATION = {
  kind: 'app',
  needsLogin: true,
  shell: {
    title: 'Register',
    intro: REGISTRATION_INTRO,
  },
  outline: 'form',
  file: 'signup-page',
  page: () => import('./routes/signup-page.tsx').then((module) => module.SignupPage),
} as const;

/** The page of the links in mails about e-mail addresses. */
const MAILED_LINK = {
  kind: 'app',
  file: 'mailed-link-page',
  page: () => import('./routes/mailed-link-page.tsx').then((module) => module.MailedLinkPage),
} as const;

/** Registration, passwords and account. The orders of an account are a feature of their own. */
export const accountAppPages: readonly RouteDefinition[] = [
  definePage({
    // Also where visitors cannot log in: links in mails lead there, those of staff too.
    path: '/reset-password',
    kind: 'app',
    shell: { title: 'Reset password' },
    file: 'reset-password-page',
    page: () => import('./routes/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
  }),
  definePage({ ...MAILED_LINK, path: '/confirm-email', shell: { title: 'Confirm your email address' } }),
  definePage({
    ...MAILED_LINK,
    path: '/confirm-email-change',
    shell: { title: 'Confirm your new email address' },
  }),
  definePage({
    ...MAILED_LINK,
    path: '/stop-email-change',
    shell: { title: 'Stop the change of your email address' },
  }),
  definePage({ ...REGISTRATION, path: '/signup' }),
  definePage({ ...REGISTRATION, path: '/register' }),
  definePage({
    path: '/account',
    kind: 'app',
    shell: {
      title: 'Account',
      intro: ACCOUNT_INTRO,
    },
    file: 'account-page',
    page: () => import('./routes/account-page.tsx').then((module) => module.AccountPage),
  }),
  definePage({
    path: '/account/claim',
    kind: 'app',
    shell: { title: 'Claim your profile' },
    outline: 'form',
    file: 'claim-page',
    page: () => import('./routes/claim-page.tsx').then((module) => module.ClaimPage),
  }),
  definePage({
    path: '/account/erase',
    kind: 'app',
    shell: { title: 'Erase my account' },
    file: 'erase-page',
    page: () => import('./routes/erase-page.tsx').then((module) => module.ErasePage),
  }),
];
