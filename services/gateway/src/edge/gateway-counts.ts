import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import type { ClientProtection } from '../clients/client-protection.ts';

const OUTCOMES = [
  'hit',
  'stale',
  'shared',
  'miss',
  'unshared',
  'staleIfError',
  'failed',
  'shed',
  'limited',
] as const;

/**
 * `failed`: a response of 5xx, of an upstream or for want of one. `shed`: 503, as the gateway is overloaded. `limited`: 429,
 * too many requests of one address at once.
 */
type Outcome = (typeof OUTCOMES)[number];

/** Counters of the hot path: plain numbers, exported when `/metrics` is scraped. */
export interface GatewayCounts {
  outcomes: Record<Outcome, number>;
  unchanged: number;
  rejectedAsOutdated: number;
  retries: number;
  observeUpstream(service: string, seconds: number): void;
  upstreamFailed(service: string): void;
}

export interface CacheGauges {
  bytes: () => number;
  entries: () => number;
  isLive: () => boolean;
  protection: ClientProtection;
}

export function createGatewayCounts({ registry, prefix }: Metrics, gauges: CacheGauges): GatewayCounts {
  const { limits, bodyReception, responseBuffering } = gauges.protection;
  const registers = [registry];
  const outcomes = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>;
  const latency = new Histogram({
    name: `${prefix}_upstream_seconds`,
    help: 'Time from the request to the end of the upstream response, for cacheable reads',
    labelNames: ['upstream'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: `${prefix}_upstream_failures_total`,
    help: 'Upstream requests without response',
    labelNames: ['upstream'],
    registers,
  });
  const counts: GatewayCounts = {
    outcomes,
    unchanged: 0,
    rejectedAsOutdated: 0,
    retries: 0,
    observeUpstream: (upstream, seconds) => latency.observe({ upstream }, seconds),
    upstreamFailed: (upstream) => failures.inc({ upstream }),
  };
  // Their values are plain numbers elsewhere: set at each scrape.
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
    derived('answers_unchanged_total', 'Responses with status 304', () => counts.unchanged),
    derived(
      'cache_refused_old_total',
      'Responses not cached: their data is older than a known event',
      () => counts.rejectedAsOutdated,
    ),
    derived('upstream_retries_total', 'Reads retried on another instance', () => counts.retries),
    derived(
      'client_connections_rejected_total',
      'Connections over the limit of their address',
      () => limits.rejected.connections,
    ),
    derived(
      'client_requests_rejected_total',
      'Requests over the limit of their address',
      () => limits.rejected.requests,
    ),
    gauge('body_memory_bytes', 'Bytes of request bodies in memory', () => bodyReception.memory.usedBytes),
    gauge('body_spool_bytes', 'Bytes of request bodies in files', () => bodyReception.spool.usedBytes),
    gauge(
      'response_memory_bytes',
      'Bytes reserved for responses that clients have not read',
      () => responseBuffering.memory.usedBytes,
    ),
    gauge('cache_bytes', 'Bytes of cache entries', gauges.bytes),
    gauge('cache_entries', 'Cache entries', gauges.entries),
    gauge('cache_following', '1 while events reach the cache', () => Number(gauges.isLive())),
  ];
  return counts;
}
