import type { PageShell } from '#shared/routing/route.ts';

/** Shells of the console's pages by path; `page-table.ts` adds those of the pages that it has. */
export const consoleShells: Record<string, PageShell> = { '/console/*': { title: 'Page not found' } };
