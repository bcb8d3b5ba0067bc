import { afterEach, expect, it, vi } from 'vitest';
import { CollectionStore } from '@vidhi/content-engine';
import { COST_SITES, type CostSiteName } from './cost-sites.ts';
import { createRandomSource } from './random-source.ts';
import { buildCostApp, ROUTE_REQUESTS } from './route-sites.ts';

const DOCUMENTS = 300;
const REQUESTS = 60;
/** Attributes of one document that a pass over all documents may read: the widest is that over profiles. */
const READS_OF_A_PASS = 8;
const FIXED = 2_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const cases = (['news', 'catalog'] satisfies CostSiteName[]).flatMap((site) =>
  Object.entries(ROUTE_REQUESTS[site]).map(([route, urlOf]) => ({ site, route, urlOf })),
);

it.each(cases)('$route of $site passes over the documents a few times at most', async ({ site, urlOf }) => {
  const { model } = COST_SITES[site](DOCUMENTS);
  const app = await buildCostApp(site, model);
  let reads = 0;
  const original = CollectionStore.prototype.value;
  vi.spyOn(CollectionStore.prototype, 'value').mockImplementation(function (this: CollectionStore, ...all) {
    reads += 1;
    return original.apply(this, all);
  });
  const random = createRandomSource(7);
  const size = (collection: string): number => model.size(collection);
  let successes = 0;
  const [costly, failed]: [string[], string[]] = [[], []];
  for (let request = 0; request < REQUESTS; request += 1) {
    // Without results of earlier requests.
    for (const { name } of model.schemas.values()) model.store(name).version += 1;
    reads = 0;
    const url = urlOf(random, size);
    const { statusCode } = await app.inject(url);
    if (statusCode === 200) successes += 1;
    else if (statusCode !== 404) failed.push(`${statusCode}: ${url}`);
    if (reads > READS_OF_A_PASS * DOCUMENTS + FIXED) costly.push(`${reads} reads: ${url}`);
  }
  expect([costly, failed]).toEqual([[], []]);
  expect(successes).toBeGreaterThan(0);
  await app.close();
  model.close();
});
