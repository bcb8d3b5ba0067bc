import autocannon from 'autocannon';
import { CATALOG_SCENARIOS, type CatalogFacts } from '../catalog/scenarios.ts';
import { SCENARIOS, type SiteFacts } from '../news/scenarios.ts';
import type { Scenario } from '../scenario.ts';
import { endWithParent, sendToParent } from './ends-with-parent.ts';

export interface LoadOrder {
  origin: string;
  suite: 'news' | 'catalog';
  /** Data for the URLs of that suite. */
  facts: unknown;
  scenario: string;
  mode: 'hot' | 'cold';
  connections: number;
  seconds: number;
  /** Start of the counter, so that no run repeats a URL of another. */
  from: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  requests: number;
  p50Ms: number;
  p975Ms: number;
  p99Ms: number;
  megabytesPerSecond: number;
  /** Responses other than 200, and connection errors. */
  failures: number;
}

endWithParent();

/** Returns the scenario of that name with the data read from the target. */
function addressesOf({ suite, scenario, facts }: LoadOrder) {
  const bound = <Facts>(scenarios: readonly Scenario<Facts>[], own: Facts) => {
    const found = scenarios.find(({ name }) => name === scenario);
    if (found === undefined) throw new Error(`no scenario of ${suite} is called ${scenario}`);
    return { hot: found.hot(own), cold: (n: number) => found.cold(own, n) };
  };
  return suite === 'news'
    ? bound(SCENARIOS, facts as SiteFacts)
    : bound(CATALOG_SCENARIOS, facts as CatalogFacts);
}

async function run(order: LoadOrder) {
  const { origin, mode, connections, seconds, from } = order;
  const { hot, cold } = addressesOf(order);
  let n = from;
  const options: autocannon.Options =
    mode === 'hot'
      ? { url: `${origin}${hot}` }
      : {
          url: origin,
          requests: [
            {
              setupRequest: (request) => {
                request.path = cold(n);
                n += 1;
                return request;
              },
            },
          ],
        };
  const { requests, latency, throughput, non2xx, errors, timeouts } = await autocannon({
    ...options,
    connections,
    duration: seconds,
  });
  const result: LoadResult = {
    requestsPerSecond: requests.average,
    requests: requests.total,
    p50Ms: latency.p50,
    p975Ms: latency.p97_5,
    p99Ms: latency.p99,
    megabytesPerSecond: throughput.average / 1e6,
    failures: non2xx + errors + timeouts,
  };
  return result;
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => sendToParent(result),
    (error: unknown) => sendToParent({ error: String(error) }),
  );
});
sendToParent({ ready: true });
