// Reads the names of metrics from the alerts, the dashboard and the metrics adapter of Kubernetes; tests compare them with
// those of a running site (`npm run series`). A series is a name in PromQL: a histogram has three.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const infra = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(infra, path), 'utf8');

/** A PromQL expression and the name of its alert, panel or adapter metric. */
interface Expression {
  name: string;
  expr: string;
}

interface AdapterRule {
  seriesQuery: string;
  name: { as: string };
}

/** Returns the series of this product and of Node.js that a PromQL expression contains. */
export const namesIn = (expr: string): string[] => expr.match(/\b(?:vidhi|nodejs|process)_\w+/g) ?? [];

/** Returns the series in the response of a `/metrics` endpoint. */
export const seriesIn = (metrics: string): string[] =>
  [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );

export interface Alert extends Expression {
  /** URL of the runbook. */
  runbook: string;
}

export const readAlerts = (): Alert[] =>
  (
    parse(read('prometheus/rules.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
    }
  ).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations }) => ({ name: alert, expr, runbook: annotations.runbook })),
  );

export const readPanels = (): Expression[] =>
  readdirSync(join(infra, 'grafana/dashboards')).flatMap((file) => {
    const { panels } = JSON.parse(read(`grafana/dashboards/${file}`)) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })));
  });

/** Returns the rules of the metrics adapter: metrics of pods, and external metrics. */
export function readAdapterRules(): { pods: Expression[]; external: Expression[] } {
  const { rules, externalRules } = parse(read('prometheus/adapter.yaml')) as {
    rules: AdapterRule[];
    externalRules: AdapterRule[];
  };
  const expressionOf = ({ name, seriesQuery }: AdapterRule): Expression => ({
    name: name.as,
    expr: seriesQuery,
  });
  return { pods: rules.map(expressionOf), external: externalRules.map(expressionOf) };
}

/** Returns every series that an alert, a panel or an adapter rule contains. */
export function namedSeries(): ReadonlySet<string> {
  const { pods, external } = readAdapterRules();
  return new Set(
    [...readAlerts(), ...readPanels(), ...pods, ...external].flatMap(({ expr }) => namesIn(expr)),
  );
}

/** Returns the series that `npm run series` recorded of a running site. */
export const readRecordedSeries = (): ReadonlySet<string> =>
  new Set(read('prometheus/series.txt').trim().split('\n'));
