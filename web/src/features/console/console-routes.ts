import { lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const consolePage = lazyPagesOf('console', () => import('./console-pages.ts'));

export const consoleRoutes: readonly RouteDefinition[] = [
  {
    path: '/console',
    kind: 'console',
    lazy: consolePage('console-layout', 'list'),
    children: [
      {
        path: '/console',
        kind: 'console',
        lazy: consolePage('console-home-page', 'list'),
      },
      {
        path: '/console/components',
        kind: 'console',
        lazy: consolePage('components-page', 'list'),
      },
    ],
  },
];
