import type { Check } from '@vidhi/service-kit/health.ts';
import { startFetch } from '@vidhi/upstreams/fetch-response.ts';
import type { Instance } from '@vidhi/upstreams/instance.ts';
import { parseMetrics, type MetricValue } from './metrics-text.ts';

/** Figures of a process; both empty for one that gives none. */
export interface ProcessReading {
  values: readonly MetricValue[];
  /** Checks of `/readyz` that are not ok. */
  failing: readonly { check: string; detail: string | null }[];
}

const TIMEOUT_MS = 1_500;
const LIMIT_BYTES = 2_097_152;
const NOTHING: ProcessReading = { values: [], failing: [] };

async function read(instance: Instance, path: string): Promise<string> {
  const pending = startFetch(instance, { path, limitBytes: LIMIT_BYTES });
  const timer = setTimeout(() => pending.abort(new Error(`no response to ${path} in time`)), TIMEOUT_MS);
  try {
    return Buffer.concat([...(await pending.response).chunks]).toString();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the checks in the body of `/readyz` that are not ok; none where the body is another one. */
function failingIn(body: string): ProcessReading['failing'] {
  try {
    const { checks = {} } = JSON.parse(body) as { checks?: Record<string, Check> };
    return Object.entries(checks)
      .filter(([, { ok }]) => !ok)
      .map(([check, { detail }]) => ({ check, detail: detail ?? null }));
  } catch {
    return [];
  }
}

/** Reads `/metrics` and `/readyz` of a process. Never rejects: one that does not respond has no figures. */
export async function readProcess(instance: Instance): Promise<ProcessReading> {
  if (instance.health === 'unreachable') return NOTHING;
  const [metrics, readiness] = await Promise.allSettled([
    read(instance, '/metrics'),
    read(instance, '/readyz'),
  ]);
  return {
    values: metrics.status === 'fulfilled' ? parseMetrics(metrics.value, { withBuckets: false }) : [],
    failing: readiness.status === 'fulfilled' ? failingIn(readiness.value) : [],
  };
}
