import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const series = new Set(read('infra/prometheus/series.txt').trim().split('\n'));
const { groups } = parse(read('infra/prometheus/rules.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read('infra/grafana/site.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Names of series in an expression: all words of Prometheus' naming that belong to this product or to Node. */
const namesIn = (expr: string): string[] => expr.match(/\b(?:vidhi|nodejs|process)_\w+/g) ?? [];
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
];

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

  it('have a runbook for each alert, and no other', () => {
    expect(alerts.map(({ annotations }) => basename(annotations.runbook)).toSorted()).toEqual(
      readdirSync(join(root, 'docs/runbooks')).toSorted(),
    );
    for (const { alert, annotations } of alerts) expect(read(annotations.runbook)).toContain(`# ${alert}\n`);
  });
});
