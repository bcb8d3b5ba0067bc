import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { COMING_PAGES } from './coming-soon.ts';

const comingSoon = lazyPage('features/site/routes/coming-soon-route.ts', 'article', () =>
  import('./routes/coming-soon-route.ts').then((module) => module.comingSoonRoute),
);

export const siteRoutes: readonly RouteDefinition[] = [
  {
    path: '/about',
    name: 'about',
    kind: 'reading',
    lazy: lazyPage('features/site/routes/about-route.ts', 'article', () =>
      import('./routes/about-route.ts').then((module) => module.aboutRoute),
    ),
  },
  {
    path: '/contact',
    name: 'contact',
    kind: 'reading',
    lazy: lazyPage('features/site/routes/contact-route.ts', 'article', () =>
      import('./routes/contact-route.ts').then((module) => module.contactRoute),
    ),
  },
  ...COMING_PAGES.map(({ path }): RouteDefinition => ({
    path,
    name: 'soon',
    kind: 'reading',
    lazy: comingSoon,
  })),
];
