import { scriptText } from '#shared/head/head.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import type { Seed } from '../app/store.ts';
import { createDerivedCache, isObject } from './derived-cache.ts';
import type { LoadedPage } from './load-request.ts';

const cachedText = createDerivedCache();

function seedText(seed: Seed): string {
  const { endpointName, value, arg } = seed;
  if (arg !== undefined || !isObject(value)) return scriptText(seed);
  return cachedText(endpointName, value, () => scriptText(seed));
}

/**
 * The `PageState` of a document as JSON that is safe in a script element. Queries are sorted, so that the document and
 * its ETag do not depend on the order of the responses.
 */
export function pageStateText(page: LoadedPage, site: SiteConfig, isRendered: boolean): string {
  const seeds = page.seeds.map(seedText).toSorted().join(',');
  const isUnavailable = page.outcome.status === 503;
  return `{"site":${scriptText(site)},"seeds":[${seeds}],"isRendered":${isRendered},"isUnavailable":${isUnavailable}}`;
}
