import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const consoleRoutes: readonly RouteDefinition[] = [
  {
    path: '/console',
    name: 'console',
    kind: 'console',
    title: 'Console',
    lazy: lazyPage({
      source: 'features/console/routes/console-layout.tsx',
      outline: 'list',
      page: () => import('./routes/console-layout.tsx').then((module) => module.ConsoleLayout),
    }),
    children: [
      {
        path: '/console',
        name: 'console-home',
        kind: 'console',
        title: 'Console',
        lazy: lazyPage({
          source: 'features/console/routes/console-home-page.tsx',
          outline: 'list',
          page: () => import('./routes/console-home-page.tsx').then((module) => module.ConsoleHomePage),
        }),
      },
      {
        path: '/console/components',
        name: 'console-components',
        kind: 'console',
        title: 'Components',
        lazy: lazyPage({
          source: 'features/console/routes/components-page.tsx',
          outline: 'list',
          page: () => import('./routes/components-page.tsx').then((module) => module.ComponentsPage),
        }),
      },
    ],
  },
];
