import { afterEach, expect, it, vi } from 'vitest';
import { CollectionStore } from '@vidhi/content-engine';
import { COST_LIMITS } from '@vidhi/content-engine/internal.ts';
import { COST_SITES } from './cost-sites.ts';
import type { CostSiteName } from './cost-sites.ts';
import { measureRequest } from './measure-request.ts';
import { searchCostliest } from './search-costliest.ts';

const DOCUMENTS = 300;
const QUERIES = 250;
/** Documents read for every request. */
const FIXED = 200;

afterEach(() => {
  vi.restoreAllMocks();
});

// Query cost does not depend on the machine's speed, nor does the search, which climbs by query cost.
it.each(['news', 'catalog'] satisfies CostSiteName[])(
  'finds no request for %s that reads more documents than it is charged for, or is charged more than the limit',
  (name) => {
    const { model, collections, seeds } = COST_SITES[name](DOCUMENTS);
    let checks = 0;
    for (const method of ['find', 'value', 'sourcesOf'] as const) {
      const original = CollectionStore.prototype[method] as (...all: unknown[]) => unknown;
      vi.spyOn(CollectionStore.prototype, method).mockImplementation(function (
        this: CollectionStore,
        ...all: unknown[]
      ) {
        checks += 1;
        return original.apply(this, all) as never;
      });
    }
    const free: string[] = [];
    const { accepted, rejected } = searchCostliest({
      model,
      seed: 7,
      collections,
      seeds,
      measure(query, raw) {
        checks = 0;
        const { units, isAccepted } = measureRequest(model, query, raw);
        // A request may be the first to need a sort order, whose construction reads every document, once.
        if (checks > units + FIXED) {
          checks = 0;
          measureRequest(model, query, raw);
        }
        if (checks > units + FIXED)
          free.push(`${checks} reads for ${units} units: ${decodeURIComponent(raw)}`);
        return { cost: units, isAccepted };
      },
      isDone: (tried) => tried >= QUERIES,
    });
    expect(free).toEqual([]);
    // The search climbs: a random query costs far less on so few documents, and none exceeds the limit.
    expect(accepted[0]?.cost).toBeGreaterThan(COST_LIMITS.units / 1_000);
    expect(rejected.length).toBeGreaterThan(0);
    // Work is charged before it is executed, so rejected requests stay within the limit too.
    expect(rejected.every(({ cost }) => cost < 2 * COST_LIMITS.units)).toBe(true);
    model.close();
  },
);
