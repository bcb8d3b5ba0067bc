import { lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';

const consolePage = lazyPagesOf('console', () => import('./console-app-pages.ts'));

/**
 * Every address of the console. All reading pages load this module, so it has one row, which tells only that an address is
 * one of the console; documents of the console and the server add the pages (`page-table.ts`).
 */
export const consoleRoutes: RouteDefinition[] = [
  { path: '/console/*', kind: 'console', lazy: consolePage('console-layout', 'list') },
];
