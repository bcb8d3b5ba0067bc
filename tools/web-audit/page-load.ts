import autocannon from 'autocannon';

/** The load to generate: one URL repeatedly, or URLs that never repeat. */
export interface LoadOrder {
  origin: string;
  paths: string[];
  isEachDifferent: boolean;
  seconds: number;
  /** accept-encoding: none, or as sent by browsers or feed readers. */
  encoding: 'identity' | 'br';
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

const CONNECTIONS = 50;

/**
 * Fewer connections, because a page that is queued for longer than its budget is not rendered, and does not
 * count.
 */
const CONNECTIONS_OF_RENDERED = 16;
let count = Date.now();

async function load({ origin, paths, isEachDifferent, seconds, encoding }: LoadOrder): Promise<LoadResult> {
  const pathOf = (n: number): string => paths[n % paths.length] ?? '/';
  const result = await autocannon({
    url: isEachDifferent ? origin : `${origin}${pathOf(0)}`,
    connections: isEachDifferent ? CONNECTIONS_OF_RENDERED : CONNECTIONS,
    duration: seconds,
    headers: { accept: 'text/html', 'accept-encoding': encoding },
    ...(isEachDifferent
      ? {
          requests: [
            {
              setupRequest: (request) => {
                count += 1;
                return { ...request, path: `${pathOf(count)}?audit=${count}` };
              },
            },
          ],
        }
      : {}),
  });
  const { requests, latency, non2xx, errors, timeouts } = result;
  return {
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failures: non2xx + errors + timeouts,
  };
}

process.once('disconnect', () => process.exit(0));
process.on('message', (order: LoadOrder) => {
  load(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
