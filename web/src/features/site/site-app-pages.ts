import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('site');

const SUBSCRIPTION = {
  kind: 'app',
  file: 'subscription-page',
  page: () => import('./routes/subscription-page.tsx').then((module) => module.SubscriptionPage),
} as const;

export const siteAppPages: readonly RouteDefinition[] = [
  definePage({ ...SUBSCRIPTION, path: '/confirm', shell: { title: 'Confirm your subscription' } }),
  definePage({ ...SUBSCRIPTION, path: '/unsubscribe', shell: { title: 'Unsubscribe' } }),
  definePage({
    path: '/newsletter/preferences',
    kind: 'app',
    shell: { title: 'Choose your newsletters' },
    file: 'newsletter-preferences-page',
    page: () =>
      import('./routes/newsletter-preferences-page.tsx').then((module) => module.NewsletterPreferencesPage),
  }),
];
