import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COST_SITES } from './cost/cost-sites.ts';
import type { CostSiteName } from './cost/cost-sites.ts';
import { measureRequest, measureUrl } from './cost/measure-request.ts';
import type { RequestCost } from './cost/measure-request.ts';
import { createRandomSource } from './cost/random-source.ts';
import { buildCostApp, ROUTE_REQUESTS } from './cost/route-sites.ts';
import { searchCostliest } from './cost/search-costliest.ts';
import type { Finding } from './cost/search-costliest.ts';

const USAGE = `usage: npm run cost-search -- [news|catalog] [--documents N] [--seconds N] [--seed N]

  Searches for the anonymous request that costs the reader the most processor time, by hill climbing over mutated
  queries on a generated site, and prints the costliest accepted and the costliest rejected ones. Then measures random
  requests of the other public routes (suggestions, related posts, feeds, sitemaps, filter options).
  --documents N   posts, or books (and half as many profiles); 18000 by default
  --seconds N     length of the search, 60 by default
  --seed N        of the random choices, 1 by default`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: '18000' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const isSite = (name: string): name is CostSiteName => Object.hasOwn(COST_SITES, name);
const [name = 'news'] = positionals;
const documents = Number(values.documents);
if (!isSite(name) || !(documents >= 1) || !(Number(values.seconds) >= 1)) {
  console.error(USAGE);
  process.exit(2);
}

const directory = mkdtempSync(join(tmpdir(), 'cost-search-'));
const site = COST_SITES[name](documents, directory);
const costs = new Map<string, RequestCost>();
/** Sums over accepted requests, to relate query cost to time. */
const sums = { ms: 0, units: 0 };
const end = performance.now() + Number(values.seconds) * 1_000;

const { accepted, rejected, tried } = searchCostliest({
  ...site,
  seed: Number(values.seed),
  measure(query, raw) {
    let cost = measureRequest(site.model, query, raw);
    // Measure expensive requests twice, to exclude pauses of the garbage collector.
    if (cost.ms > 5) {
      const again = measureRequest(site.model, query, raw);
      if (again.ms < cost.ms) cost = again;
    }
    costs.set(raw, cost);
    if (cost.ms > 2 && cost.isAccepted) {
      sums.ms += cost.ms;
      sums.units += cost.units;
    }
    return { cost: cost.ms, isAccepted: cost.isAccepted };
  },
  isDone: () => performance.now() > end,
});

const MAX_SHOWN = 600;
const line = ({ cost, query, raw }: Finding): string => {
  const { units = 0, bytes = 0 } = costs.get(raw) ?? {};
  const shown = decodeURIComponent(raw);
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}… (${shown.length} characters)` : shown;
  return `${cost.toFixed(1)} ms, ${units} units, ${bytes} bytes: ${query.collection}${query.id === undefined ? '' : `/${query.id}`}?${cut}`;
};
console.log(`${name}, ${documents} documents: ${tried} queries tried, seed ${values.seed}`);
console.log(`costliest accepted:\n${accepted.slice(0, 5).map(line).join('\n')}`);
console.log(`costliest rejected:\n${rejected.slice(0, 3).map(line).join('\n')}`);
console.log(
  `units per millisecond, over accepted requests of more than 2 ms: ${Math.round(sums.units / sums.ms)}`,
);

const REQUESTS_OF_A_ROUTE = 200;
const app = await buildCostApp(name, site.model);
const random = createRandomSource(Number(values.seed));
console.log(`costliest of ${REQUESTS_OF_A_ROUTE} requests of each other route:`);
for (const [route, urlOf] of Object.entries(ROUTE_REQUESTS[name])) {
  let costliest = { ms: 0, url: '' };
  for (let request = 0; request < REQUESTS_OF_A_ROUTE; request += 1) {
    const url = urlOf(random, (collection) => site.model.size(collection));
    const ms = Math.min(await measureUrl(app, site.model, url), await measureUrl(app, site.model, url));
    if (ms > costliest.ms) costliest = { ms, url };
  }
  console.log(`${costliest.ms.toFixed(1)} ms, ${route}: ${decodeURIComponent(costliest.url)}`);
}
await app.close();
site.model.close();
rmSync(directory, { recursive: true });
