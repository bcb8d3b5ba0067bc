import { lazyPage, lazyPagesOf } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { COMING_PAGES } from './coming-soon.ts';

const appPage = lazyPagesOf('site', () => import('./site-app-pages.ts'));

const comingSoon = lazyPage({
  source: 'features/site/routes/coming-soon-page.tsx',
  outline: 'article',
  page: () => import('./routes/coming-soon-page.tsx').then((module) => module.ComingSoonPage),
  data: () => import('./site-data.ts').then((module) => module.siteData.comingSoon),
});

const subscription = appPage('subscription-page');

export const siteRoutes: readonly RouteDefinition[] = [
  {
    path: '/about',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/site/routes/about-page.tsx',
      outline: 'article',
      page: () => import('./routes/about-page.tsx').then((module) => module.AboutPage),
      data: () => import('./site-data.ts').then((module) => module.siteData.about),
    }),
  },
  {
    path: '/contact',
    kind: 'reading',
    lazy: lazyPage({
      source: 'features/site/routes/contact-page.tsx',
      outline: 'article',
      page: () => import('./routes/contact-page.tsx').then((module) => module.ContactPage),
      data: () => import('./site-data.ts').then((module) => module.siteData.contact),
    }),
  },
  {
    path: '/confirm',
    kind: 'app',
    lazy: subscription,
  },
  {
    path: '/unsubscribe',
    kind: 'app',
    lazy: subscription,
  },
  ...COMING_PAGES.map(({ path }): RouteDefinition => ({
    path,
    kind: 'reading',
    lazy: comingSoon,
  })),
];
