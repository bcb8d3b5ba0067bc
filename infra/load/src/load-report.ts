/** The part of k6's argument of `handleSummary` that the report reads. */
export interface K6Summary {
  metrics: Record<
    string,
    { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> } | undefined
  >;
  state: { testRunDurationMs: number };
}

export interface LoadRun {
  profile: string;
  site: string;
  /** One line for each fact. */
  machine: Readonly<Record<string, string>>;
  /** Share of the load generator in the processor time of the whole machine, from 0 to 1. */
  generatorShare: number;
  summary: K6Summary;
}

const KINDS = ['read', 'page', 'write'] as const;
const rounded = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));

/** Returns every threshold with whether the run met it. */
export function verdictsOf({ metrics }: K6Summary): { metric: string; rule: string; isMet: boolean }[] {
  return Object.entries(metrics).flatMap(([metric, found]) =>
    Object.entries(found?.thresholds ?? {}).map(([rule, { ok }]) => ({ metric, rule, isMet: ok })),
  );
}

/** Returns the report of a run in Markdown. */
export function reportOf({ profile, site, machine, generatorShare, summary }: LoadRun): string {
  const values = (metric: string): Record<string, number> => summary.metrics[metric]?.values ?? {};
  const requests = values('http_reqs');
  const timed = [
    ...KINDS.map((kind) => [kind, values(`http_req_duration{kind:${kind}}`)] as const),
    ['checkout settled', values('checkout_settled')] as const,
  ];
  const verdicts = verdictsOf(summary);
  return [
    `# Load: ${profile}`,
    '',
    verdicts.every(({ isMet }) => isMet) ? 'All thresholds are met.' : '**Thresholds are missed.**',
    '',
    '| Fact | Value |',
    '|---|---|',
    `| Site | ${site} |`,
    ...Object.entries(machine).map(([name, value]) => `| ${name} | ${value} |`),
    `| Duration | ${rounded(summary.state.testRunDurationMs / 1_000)} s |`,
    `| Requests | ${requests['count'] ?? 0}, ${rounded(requests['rate'])} per second |`,
    `| Failed requests | ${((values('http_req_failed')['rate'] ?? 0) * 100).toFixed(3)} % |`,
    `| Actions that were not begun in time | ${values('dropped_iterations')['count'] ?? 0} |`,
    `| Load generator | ${(generatorShare * 100).toFixed(0)} % of the processor time used on this machine |`,
    '',
    '| Times in ms | median | p95 | p99 | max |',
    '|---|---|---|---|---|',
    ...timed.map(
      ([name, found]) =>
        `| ${name} | ${['med', 'p(95)', 'p(99)', 'max'].map((key) => rounded(found[key])).join(' | ')} |`,
    ),
    '',
    '| Threshold | Met |',
    '|---|---|',
    ...verdicts.map(({ metric, rule, isMet }) => `| \`${metric}\` ${rule} | ${isMet ? 'yes' : '**no**'} |`),
    '',
  ].join('\n');
}
