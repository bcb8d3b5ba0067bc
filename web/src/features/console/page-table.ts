import type { ComponentType } from 'react';
import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { LazyPage, PageOutline, PageProps, RouteDefinition } from '#shared/routing/route.ts';
import { consoleRoutes } from './console-routes.ts';
import { consoleShells } from './console-shells.ts';
import { knownPages, type ConsolePage } from './frame/known-pages.ts';

type Load = () => Promise<ComponentType<PageProps>>;

/** A page in `routes/{file}.tsx`. */
const page = (file: string, load: Load, outline: PageOutline = 'list'): LazyPage =>
  lazyPage({ source: `features/console/routes/${file}.tsx`, outline, page: load });

/**
 * Every page of the console. One line adds a page with its address, title, rights and place in the menu, in the order of
 * the menu; the authorization matrix of the web server has a row for each.
 */
// oxfmt-ignore
const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '/console', title: 'Today', lazy: page('today-page', () => import('./routes/today-page.tsx').then((m) => m.TodayPage)), menu: ['', 'today'] },
  { path: '/console/posts/new', title: 'New article', access: ['news'], lazy: page('article-page', () => import('./routes/article-page.tsx').then((m) => m.ArticlePage), 'article'), menu: ['Newsroom', 'post'] },
  { path: '/console/posts/:id', title: 'Article', access: ['news'], lazy: page('article-page', () => import('./routes/article-page.tsx').then((m) => m.ArticlePage), 'article') },
  { path: '/console/orders', title: 'Orders', lazy: page('orders-page', () => import('./routes/orders-page.tsx').then((m) => m.OrdersPage)), access: ['shop', 'refund'], menu: ['Shop', 'receipt'] },
  { path: '/console/orders/:id', title: 'Order', lazy: page('order-page', () => import('./routes/order-page.tsx').then((m) => m.OrderPage), 'article'), access: ['shop', 'refund'] },
  { path: '/console/staff', title: 'Staff', lazy: page('staff-page', () => import('./routes/staff-page.tsx').then((m) => m.StaffPage)), access: 'administrator', menu: ['Admin', 'people'] },
  { path: '/console/audit', title: 'Audit', lazy: page('audit-page', () => import('./routes/audit-page.tsx').then((m) => m.AuditPage)), access: 'administrator', menu: ['Admin', 'history'] },
];

const missingPage = page('missing-page', () =>
  import('./routes/missing-page.tsx').then((m) => m.MissingPage),
);

/** Adds the pages to the routes of this process. Documents of the console and the server call it before the first match. */
export function addConsolePages(): void {
  const [layout] = consoleRoutes;
  if (layout === undefined || layout.children !== undefined) return;
  const children = CONSOLE_PAGES.map(({ path, lazy }): RouteDefinition => ({ path, kind: 'console', lazy }));
  children.push({ path: '/console/*', kind: 'console', lazy: missingPage });
  consoleRoutes[0] = { ...layout, path: '/console', children };
  knownPages.push(...CONSOLE_PAGES);
  for (const { path, title } of CONSOLE_PAGES) consoleShells[path] = { title };
}
