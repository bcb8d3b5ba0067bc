import { lazyPage, lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const appPage = lazyPagesOf('account', () => import('./account-app-pages.ts'));

/** The page of `/signup` and of `/register`, which shows the older form. */
const registration = appPage('signup-page', 'form');

/** The addresses of links in mails about e-mail addresses, and their page. */
const MAILED_LINKS = ['/confirm-email', '/confirm-email-change', '/stop-email-change'] as const;
const mailedLink = appPage('mailed-link-page');

/** Routes of login, registration, passwords and account. The orders of an account are a feature of their own. */
export const accountRoutes: readonly RouteDefinition[] = [
  {
    path: '/login',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/account/routes/login-page.tsx',
      outline: 'article',
      page: () => import('./routes/login-page.tsx').then((module) => module.LoginPage),
      data: () => import('./account-data.ts').then((module) => module.accountData.login),
    }),
  },
  {
    path: '/forgot-password',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/account/routes/forgot-password-page.tsx',
      outline: 'article',
      page: () => import('./routes/forgot-password-page.tsx').then((module) => module.ForgotPasswordPage),
      data: () => import('./account-data.ts').then((module) => module.accountData.forgotPassword),
    }),
  },
  {
    // Also where visitors cannot log in: links in mails lead there, those of staff too.
    path: '/reset-password',
    kind: 'app',
    lazy: appPage('reset-password-page'),
  },
  ...MAILED_LINKS.map((path): RouteDefinition => ({ path, kind: 'app', lazy: mailedLink })),
  {
    path: '/signup',
    kind: 'app',
    needsLogin: true,
    lazy: registration,
  },
  {
    path: '/register',
    kind: 'app',
    needsLogin: true,
    lazy: registration,
  },
  {
    path: '/account',
    kind: 'app',
    lazy: appPage('account-page'),
  },
  {
    path: '/account/erase',
    kind: 'app',
    lazy: appPage('erase-page'),
  },
];
