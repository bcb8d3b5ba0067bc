import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const accountRoutes: readonly RouteDefinition[] = [
  {
    path: '/login',
    name: 'login',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/account/routes/login-page.tsx',
      outline: 'article',
      page: () => import('./routes/login-page.tsx').then((module) => module.LoginPage),
      data: () => import('./account-data.ts').then((module) => module.accountData.login),
    }),
  },
  {
    path: '/account',
    name: 'account',
    kind: 'app',
    title: 'Account',
    lazy: lazyPage({
      source: 'features/account/routes/account-page.tsx',
      outline: 'article',
      page: () => import('./routes/account-page.tsx').then((module) => module.AccountPage),
    }),
  },
];
