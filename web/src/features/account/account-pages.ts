import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('account');

/** Reading pages of the feature; `account-app-pages.ts` has the others. */
export const accountPages: readonly RouteDefinition[] = [
  definePage({
    path: '/login',
    kind: 'reading',
    file: 'login-page',
    page: () => import('./routes/login-page.tsx').then((module) => module.LoginPage),
    data: () => import('./account-data.ts').then((module) => module.accountData.login),
  }),
  definePage({
    path: '/forgot-password',
    kind: 'reading',
    file: 'forgot-password-page',
    page: () => import('./routes/forgot-password-page.tsx').then((module) => module.ForgotPasswordPage),
    data: () => import('./account-data.ts').then((module) => module.accountData.forgotPassword),
  }),
];
