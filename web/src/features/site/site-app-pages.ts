import { pagesOf } from '#shared/routing/define-page.ts';
import type { Reader, RouteDefinition, RouteParams } from '#shared/routing/route.ts';
import { grievanceDaysRead } from './grievance-reads.ts';

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
    path: '/grievance',
    kind: 'app',
    outline: 'form',
    shell: { title: 'Send a grievance' },
    exists: async (_params: RouteParams, read: Reader) => {
      const days = await read(grievanceDaysRead, undefined);
      return !days.ok || days.value !== null;
    },
    file: 'grievance-page',
    page: () => import('./routes/grievance-page.tsx').then((module) => module.GrievancePage),
  }),
  definePage({
    path: '/newsletter/preferences',
    kind: 'app',
    shell: { title: 'Choose your newsletters' },
    file: 'newsletter-preferences-page',
    page: () =>
      import('./routes/newsletter-preferences-page.tsx').then((module) => module.NewsletterPreferencesPage),
  }),
];
