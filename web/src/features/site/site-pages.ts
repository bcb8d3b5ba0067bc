import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';
import { COMING_PAGES } from './coming-soon.ts';

const definePage = pagesOf('site');

const COMING_SOON = {
  kind: 'reading',
  file: 'coming-soon-page',
  page: () => import('./routes/coming-soon-page.tsx').then((module) => module.ComingSoonPage),
  data: () => import('./site-data.ts').then((module) => module.siteData.comingSoon),
} as const;

/** Reading pages of the feature; `site-app-pages.ts` has the others. */
export const sitePages: readonly RouteDefinition[] = [
  definePage({
    path: '/about',
    kind: 'reading',
    file: 'about-page',
    page: () => import('./routes/about-page.tsx').then((module) => module.AboutPage),
    data: () => import('./site-data.ts').then((module) => module.siteData.about),
  }),
  definePage({
    path: '/contact',
    kind: 'reading',
    file: 'contact-page',
    page: () => import('./routes/contact-page.tsx').then((module) => module.ContactPage),
    data: () => import('./site-data.ts').then((module) => module.siteData.contact),
  }),
  definePage({
    path: '/newsletter',
    kind: 'reading',
    outline: 'list',
    file: 'newsletters-page',
    page: () => import('./routes/newsletters-page.tsx').then((module) => module.NewslettersPage),
    data: () => import('./site-data.ts').then((module) => module.siteData.newsletters),
  }),
  definePage({
    path: '/newsletter/:issue',
    kind: 'reading',
    file: 'newsletter-page',
    page: () => import('./routes/newsletter-page.tsx').then((module) => module.NewsletterPage),
    data: () => import('./site-data.ts').then((module) => module.siteData.newsletter),
  }),
  ...COMING_PAGES.map(({ path }) => definePage({ ...COMING_SOON, path })),
];
