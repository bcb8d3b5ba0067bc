/** One value in the response of a `/metrics` endpoint. */
export interface MetricValue {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/**
 * Parses the text format of Prometheus. Lines that are no values, and values that are no numbers, are left out; without
 * `withBuckets` also those of histograms, which are most of the lines.
 */
export function parseMetrics(text: string, { withBuckets = true } = {}): MetricValue[] {
  const values: MetricValue[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || (!withBuckets && line.includes('_bucket{'))) continue;
    const [, name, labels = '', written] = LINE.exec(line) ?? [];
    const value = Number(written);
    if (name === undefined || Number.isNaN(value)) continue;
    values.push({
      name,
      labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text])),
      value,
    });
  }
  return values;
}
