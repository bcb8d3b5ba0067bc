import type { Collection } from './declaration.ts';

/**
 * Returns the paths at which collections are served, those of aliases included: `/api/posts`, `/api/site-setting`,
 * `/api/lawyers`, `/api/firms`. Documents are below them.
 */
export const contentPaths = (collections: readonly Collection[]): string[] =>
  collections.flatMap(({ routes, aliases }) =>
    routes === null ? [] : [routes.list ?? routes.detail, ...aliases.map(({ plural }) => `/api/${plural}`)],
  );
