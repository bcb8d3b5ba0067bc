/** Cumulative counts of rendered pages by the upper bound of their time in seconds. */
export type Buckets = Map<number, number>;

const LINE = /^\w*web_render_duration_seconds_bucket\{([^}]*)\} (\d+)$/gm;

/** Returns the counts of the pages of these routes, by their paths, in the metrics of a web process. */
export function bucketsIn(metrics: string, pages: readonly string[]): Buckets {
  const buckets: Buckets = new Map();
  for (const [, labels = '', count = ''] of metrics.matchAll(LINE)) {
    const bound = /le="([^"]+)"/.exec(labels)?.[1] ?? '';
    if (!pages.includes(/page="([^"]+)"/.exec(labels)?.[1] ?? '')) continue;
    const seconds = bound === '+Inf' ? Infinity : Number(bound);
    buckets.set(seconds, (buckets.get(seconds) ?? 0) + Number(count));
  }
  return buckets;
}

/** Returns the difference of two counts. */
export const since = (before: Buckets, after: Buckets): Buckets =>
  new Map([...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]));

/** Quantile in milliseconds, interpolated linearly inside its bucket; null without pages. */
export function quantileMs(buckets: Buckets, share: number): number | null {
  const sorted = [...buckets].toSorted(([a], [b]) => a - b);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total === 0) return null;
  const threshold = total * share;
  let [low, below] = [0, 0];
  for (const [bound, count] of sorted) {
    if (count >= threshold) {
      if (bound === Infinity) return low * 1_000;
      return (low + ((threshold - below) / Math.max(1, count - below)) * (bound - low)) * 1_000;
    }
    [low, below] = [bound, count];
  }
  return null;
}

const SHELLS = /^\w*web_shells_total\{[^}]*\} (\d+)$/gm;

/** Returns the number of pages that a web process has sent as unrendered shells since it started. */
export const shellsIn = (metrics: string): number =>
  [...metrics.matchAll(SHELLS)].reduce((sum, [, count]) => sum + Number(count), 0);
