import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';

type Outcome = 'hit' | 'stale' | 'shared' | 'miss' | 'unshared' | 'rescued' | 'failed' | 'shed';

const OUTCOMES: readonly Outcome[] = [
  'hit',
  'stale',
  'shared',
  'miss',
  'unshared',
  'rescued',
  'failed',
  'shed',
];

/** Numbers of the hot path: plain additions there, read out when somebody asks `/metrics`. */
export interface GatewayCounts {
  outcomes: Record<Outcome, number>;
  unchanged: number;
  refusedAsOld: number;
  retries: number;
  observeUpstream(service: string, seconds: number): void;
  upstreamFailed(service: string): void;
}

export interface CacheGauges {
  bytes: () => number;
  entries: () => number;
  isLive: () => boolean;
}

export function createGatewayCounts({ registry, prefix }: Metrics, gauges: CacheGauges): GatewayCounts {
  const registers = [registry];
  const outcomes = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>;
  const latency = new Histogram({
    name: `${prefix}_upstream_seconds`,
    help: 'Time from the request to the whole answer of a service, for cacheable reads',
    labelNames: ['upstream'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: `${prefix}_upstream_failures_total`,
    help: 'Requests that a service did not answer',
    labelNames: ['upstream'],
    registers,
  });
  const counts: GatewayCounts = {
    outcomes,
    unchanged: 0,
    refusedAsOld: 0,
    retries: 0,
    observeUpstream: (upstream, seconds) => latency.observe({ upstream }, seconds),
    upstreamFailed: (upstream) => failures.inc({ upstream }),
  };
  // Counters whose truth is a plain number elsewhere: set anew at each reading.
  const reads = new Counter({
    name: `${prefix}_cache_reads_total`,
    help: 'Anonymous reads by what the cache did for them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const name of OUTCOMES) this.inc({ outcome: name }, outcomes[name]);
    },
  });
  const derived = (name: string, help: string, read: () => number): Counter =>
    new Counter({
      name: `${prefix}_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  void [
    reads,
    derived('answers_unchanged_total', 'Answers 304', () => counts.unchanged),
    derived(
      'cache_refused_old_total',
      'Answers not kept: older data than a known event',
      () => counts.refusedAsOld,
    ),
    derived('upstream_retries_total', 'Reads asked again of another instance', () => counts.retries),
    gauge('cache_bytes', 'Bytes of kept answers', gauges.bytes),
    gauge('cache_entries', 'Kept answers', gauges.entries),
    gauge('cache_following', '1 while events reach the cache', () => Number(gauges.isLive())),
  ];
  return counts;
}
