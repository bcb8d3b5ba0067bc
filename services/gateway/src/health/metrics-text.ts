/** One value in the response of a `/metrics` endpoint. */
export interface MetricValue {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses the text format of Prometheus. Lines that are no values, and values that are no numbers, are left out. */
export function parseMetrics(text: string): MetricValue[] {
  const values: MetricValue[] = [];
  for (const line of text.split('\n')) {
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
