import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployedProcesses } from './deployed-processes.ts';
import { namesIn, readAdapterRules, readAlerts, readPanels, readRecordedSeries, seriesIn } from './series.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Named {
  name: string;
}
const series = readRecordedSeries();
const alerts = readAlerts();
const panels = readPanels();
const adapter = readAdapterRules();
const expressions = [...alerts, ...panels];
const { scrape_configs: jobs } = parse(read('infra/prometheus/prometheus.yaml')) as {
  scrape_configs: { job_name: string; dns_sd_configs?: { names: string[] }[] }[];
};

describe('the rules of the metrics adapter', () => {
  it('are those that the autoscalers read', () => {
    const metrics = ['news-reader', 'notify'].flatMap((name) => {
      const { spec } = parse(read(`infra/k8s/base/${name}/autoscaler.yaml`)) as {
        spec: { metrics: { pods?: { metric: Named }; external?: { metric: Named } }[] };
      };
      return spec.metrics;
    });
    const names = (rules: readonly Named[]): string[] => rules.map(({ name }) => name);
    expect(names(adapter.pods)).toEqual(metrics.flatMap(({ pods }) => pods?.metric.name ?? []));
    expect(names(adapter.external)).toEqual(metrics.flatMap(({ external }) => external?.metric.name ?? []));
  });

  it('name series that a running site has', () => {
    const named = [...adapter.pods, ...adapter.external].flatMap(({ expr }) => namesIn(expr));
    expect(named).toHaveLength(2);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  });
});

describe('the container of Prometheus', () => {
  it('reads the metrics of every process of the site', async () => {
    const names = jobs.flatMap(({ dns_sd_configs: found = [] }) => found.flatMap((config) => config.names));
    const processes = await deployedProcesses({ withSandboxes: false });
    expect(names.toSorted()).toEqual(processes.map(({ name }) => name).toSorted());
  });
});

describe('the names of series', () => {
  it('are those of a metric, and three for a histogram', () => {
    const text = '# TYPE a_total counter\na_total 1\n# HELP b B\n# TYPE b histogram\nb_bucket{le="1"} 0\n';
    expect(seriesIn(text)).toEqual(['a_total', 'b_bucket', 'b_count', 'b_sum']);
  });
});

describe('the alerts and the dashboard', () => {
  it('are there', () => {
    expect(alerts.length).toBeGreaterThan(5);
    expect(panels.length).toBeGreaterThan(5);
  });

  it.each(expressions)('$name names series that a running site has', ({ expr }) => {
    expect(namesIn(expr).filter((name) => !series.has(name))).toEqual([]);
    // `up` is a series of Prometheus itself.
    expect(namesIn(expr).length > 0 || expr.startsWith('up ')).toBe(true);
  });

  it.each(['silent_seconds', 'lag_records', 'dead_letters'])('watch every consumer: %s', (measure) => {
    const watched = new Set(alerts.flatMap(({ expr }) => namesIn(expr)));
    const ofConsumers = [...series].filter((name) => name.endsWith(`_${measure}`));
    expect(ofConsumers.length).toBeGreaterThan(7);
    expect(ofConsumers.filter((name) => !watched.has(name))).toEqual([]);
  });

  it('derive rates and increases of counters only', () => {
    const derived = expressions.flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:rate|irate|increase)\((\w+)/g)].map(([, name = '']) => name),
    );
    expect(derived.length).toBeGreaterThan(10);
    expect(derived.filter((name) => !/_(total|count|sum|bucket|dead_letters|restarts)$/.test(name))).toEqual(
      [],
    );
  });

  it('have a runbook for each alert, and no other', () => {
    expect(alerts.map(({ runbook }) => basename(runbook)).toSorted()).toEqual(
      readdirSync(join(root, 'docs/runbooks')).toSorted(),
    );
    for (const { name, runbook } of alerts) expect(read(runbook)).toContain(`# ${name}\n`);
  });
});
