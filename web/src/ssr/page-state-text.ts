import { scriptText } from '#shared/head/head.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { HydratedQuery } from '../app/store.ts';
import { createDerivedCache, isObject } from './derived-cache.ts';
import type { LoadedPage } from './load-request.ts';

const cachedText = createDerivedCache();

function queryText(query: HydratedQuery): string {
  const { endpointName, value, arg } = query;
  if (arg !== undefined || !isObject(value)) return scriptText(query);
  return cachedText(endpointName, value, () => scriptText(query));
}

/** Whether a document is the shell of a page that does not exist: it must not have the title of the page. The console has a route for those. */
export const isMissingShell = ({ kind, outcome }: LoadedPage): boolean =>
  kind === 'app' && outcome.status === 404;

/**
 * Returns the `PageState` of a document as JSON that is safe in a script element. Queries are sorted, so that the
 * document and its ETag do not depend on the order of the responses.
 */
export function pageStateText(page: LoadedPage, site: SiteConfig, isRendered: boolean): string {
  const queries = page.queries.map(queryText).toSorted().join(',');
  const isUnavailable = page.outcome.status === 503;
  const missing = page.outcome.status === 404 && page.kind !== 'console' ? ',"isMissing":true' : '';
  const { titlePattern } = page.search;
  const facts = titlePattern === undefined ? site : { ...site, titlePattern };
  return `{"site":${scriptText(facts)},"queries":[${queries}],"isRendered":${isRendered},"isUnavailable":${isUnavailable}${missing}}`;
}
