import { pagesOf } from '#shared/routing/define-page.ts';
import type { RouteDefinition } from '#shared/routing/route.ts';

const definePage = pagesOf('directory');

const DIRECTORY = {
  kind: 'reading',
  outline: 'list',
  file: 'directory-page',
  page: () => import('./routes/directory-page.tsx').then((module) => module.DirectoryPage),
  data: () => import('./directory-data.ts').then((module) => module.directoryData.directory),
} as const;

export const directoryPages: readonly RouteDefinition[] = [
  definePage({ ...DIRECTORY, path: '/find-a-lawyer' }),
  definePage({ ...DIRECTORY, path: '/find-a-lawer' }),
  definePage({
    path: '/find-a-lawyer/:practice',
    kind: 'reading',
    outline: 'list',
    file: 'practice-page',
    page: () => import('./routes/practice-page.tsx').then((module) => module.PracticePage),
    data: () => import('./directory-data.ts').then((module) => module.directoryData.practice),
  }),
  definePage({
    path: '/catalogs/lawyers/order',
    kind: 'reading',
    file: 'order-page',
    page: () => import('./routes/order-page.tsx').then((module) => module.OrderPage),
    data: () => import('./directory-data.ts').then((module) => module.directoryData.order),
  }),
];
