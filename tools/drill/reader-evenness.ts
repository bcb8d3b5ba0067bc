const REQUESTS = /^vidhi_http_request_duration_seconds_count\{([^}]*)\} (\d+)/;
/** Routes of probes and scrapes, which are not requests of visitors. */
const OWN_ROUTES = /route="\/(livez|readyz|metrics)"/;

/** Returns the number of visitors' requests that a process has responded to, by its metrics. */
export const requestsIn = (metrics: string): number =>
  metrics
    .split('\n')
    .map((line) => REQUESTS.exec(line))
    .reduce(
      (sum, match) => (match === null || OWN_ROUTES.test(match[1] ?? '') ? sum : sum + Number(match[2])),
      0,
    );

/** Returns the largest deviation of a reader from the mean, as a share of the mean. */
export function unevenness(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return mean === 0 ? 0 : Math.max(...counts.map((count) => Math.abs(count - mean) / mean));
}
