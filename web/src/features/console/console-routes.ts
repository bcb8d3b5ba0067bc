import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

export const consoleRoutes: readonly RouteDefinition[] = [
  {
    path: '/console',
    kind: 'console',
    title: 'Console',
    lazy: lazyPage({
      source: 'features/console/routes/console-layout.tsx',
      outline: 'list',
      page: () => import('./console-pages.ts').then((module) => module.pages.consoleLayout()),
    }),
    children: [
      {
        path: '/console',
        kind: 'console',
        title: 'Console',
        lazy: lazyPage({
          source: 'features/console/routes/console-home-page.tsx',
          outline: 'list',
          page: () => import('./console-pages.ts').then((module) => module.pages.consoleHomePage()),
        }),
      },
      {
        path: '/console/components',
        kind: 'console',
        title: 'Components',
        lazy: lazyPage({
          source: 'features/console/routes/components-page.tsx',
          outline: 'list',
          page: () => import('./console-pages.ts').then((module) => module.pages.componentsPage()),
        }),
      },
    ],
  },
];
