import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployedProcesses } from './deployed-processes.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const series = new Set(read('infra/prometheus/series.txt').trim().split('\n'));
const { groups } = parse(read('infra/prometheus/rules.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read('infra/grafana/dashboards/site.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

interface Named {
  name: string;
}

/** Names of series in an expression: all words of Prometheus' naming that belong to this product or to Node. */
const namesIn = (expr: string): string[] => expr.match(/\b(?:vidhi|nodejs|process)_\w+/g) ?? [];
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
];

interface AdapterRule {
  seriesQuery: string;
  name: { as: string };
}
const adapter = parse(read('infra/prometheus/adapter.yaml')) as {
  rules: AdapterRule[];
  externalRules: AdapterRule[];
};
const { scrape_configs: jobs } = parse(read('infra/prometheus/prometheus.yaml')) as {
  scrape_configs: { job_name: string; dns_sd_configs?: { names: string[] }[] }[];
};

describe('the rules of the metrics adapter', () => {
  it('are those that the autoscalers read', () => {
    const specs = ['news-reader', 'notify'].map(
      (name) =>
        (
          parse(read(`infra/k8s/base/${name}/autoscaler.yaml`)) as {
            spec: { metrics: { pods?: { metric: Named }; external?: { metric: Named } }[] };
          }
        ).spec,
    );
    const metrics = specs.flatMap((spec) => spec.metrics);
    const named = (rules: readonly AdapterRule[]): string[] => rules.map(({ name }) => name.as);
    expect(named(adapter.rules)).toEqual(metrics.flatMap(({ pods }) => pods?.metric.name ?? []));
    expect(named(adapter.externalRules)).toEqual(
      metrics.flatMap(({ external }) => external?.metric.name ?? []),
    );
  });

  it('name series that a running site has', () => {
    const named = [...adapter.rules, ...adapter.externalRules].flatMap((rule) => namesIn(rule.seriesQuery));
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

describe('the alerts and the dashboard', () => {
  it('are there', () => {
    expect(alerts.length).toBeGreaterThan(5);
    expect(dashboard.panels.length).toBeGreaterThan(5);
  });

  it.each(expressions)('$name names series that a running site has', ({ expr }) => {
    expect(namesIn(expr).filter((name) => !series.has(name))).toEqual([]);
    // Of Prometheus itself.
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
    expect(alerts.map(({ annotations }) => basename(annotations.runbook)).toSorted()).toEqual(
      readdirSync(join(root, 'docs/runbooks')).toSorted(),
    );
    for (const { alert, annotations } of alerts) expect(read(annotations.runbook)).toContain(`# ${alert}\n`);
  });
});
