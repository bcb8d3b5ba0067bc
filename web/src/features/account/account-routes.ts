import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const accountRoutes: readonly RouteDefinition[] = [
  {
    path: '/login',
    name: 'login',
    kind: 'reading',
    lazy: lazyPage('features/account/routes/login-route.ts', 'article', () =>
      import('./routes/login-route.ts').then((module) => module.loginRoute),
    ),
  },
];
