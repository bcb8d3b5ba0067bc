import autocannon from 'autocannon';
import { SCENARIOS, type SiteFacts } from '../news/scenarios.ts';
import { endWithParent, tellParent } from './ends-with-parent.ts';

export interface LoadOrder {
  origin: string;
  facts: SiteFacts;
  scenario: string;
  mode: 'hot' | 'cold';
  connections: number;
  seconds: number;
  /** Where counting starts, so that no run repeats an address of another. */
  from: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  requests: number;
  p50Ms: number;
  p975Ms: number;
  p99Ms: number;
  megabytesPerSecond: number;
  /** Anything but 200, and broken connections. */
  failures: number;
}

endWithParent();

async function run({ origin, facts, scenario: name, mode, connections, seconds, from }: LoadOrder) {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new Error(`no scenario is called ${name}`);
  let n = from;
  const options: autocannon.Options =
    mode === 'hot'
      ? { url: `${origin}${scenario.hot(facts)}` }
      : {
          url: origin,
          requests: [
            {
              setupRequest: (request) => {
                request.path = scenario.cold(facts, n);
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
    (result) => tellParent(result),
    (error: unknown) => tellParent({ error: String(error) }),
  );
});
tellParent({ ready: true });
