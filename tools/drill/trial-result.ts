import type { FaultName } from './faults.ts';
import type { Kind, Outcome } from './outcomes.ts';
import { KINDS, READS } from './outcomes.ts';
import type { ConfigName } from './targets.ts';

export interface KindCounts {
  ok: number;
  failed: number;
  wrong: number;
  slow: number;
  /** Failed although the same address had been answered a moment before. */
  failedCached: number;
  /** Failed while the machine held processes up that no fault had struck. */
  failedHeldUp: number;
}

/** What one fault did to the site. */
export interface TrialResult {
  config: ConfigName;
  fault: FaultName;
  target: string;
  /** Seconds from the fault until the process was ready and everything was answered well again; null: never. */
  healthySeconds: number | null;
  /** Seconds from the fault until the process itself said that it is ready; null: never. */
  readySeconds: number | null;
  /** Seconds from the fault to the last read that failed; 0 when none did. */
  outageSeconds: number;
  kinds: Partial<Record<Kind, KindCounts>>;
  /** The first responses of each kind that were not as they should be. */
  samples: Sample[];
  lostWrites: string[];
  missingViews: number;
  extraViews: number;
  /** Posts and counts that could not be read when the fault was over. */
  unread: number;
  /** Requests that were not sent, as too many were waiting. */
  notSent: number;
  /** Why the fault was not brought about. */
  notRun: string | null;
}

export interface Sample extends Pick<
  Outcome,
  'kind' | 'path' | 'status' | 'verdict' | 'reason' | 'ms' | 'wasCached'
> {
  /** Seconds after the fault. */
  at: number;
}

const SLOW_MS = 2_000;
const SAMPLES_OF_A_KIND = 4;

export const aResult = (
  config: ConfigName,
  fault: FaultName,
  target: string,
  values: Partial<TrialResult> = {},
): TrialResult => ({
  config,
  fault,
  target,
  healthySeconds: null,
  readySeconds: null,
  outageSeconds: 0,
  kinds: {},
  samples: [],
  lostWrites: [],
  missingViews: 0,
  extraViews: 0,
  unread: 0,
  notSent: 0,
  notRun: null,
  ...values,
});

/** Counts what happened since the fault. */
export function countOutcomes(
  outcomes: readonly Outcome[],
  faultAt: number,
  wasHeldUp: (from: number, to: number) => boolean = () => false,
): Pick<TrialResult, 'kinds' | 'samples' | 'outageSeconds'> {
  const kinds: TrialResult['kinds'] = {};
  const samples: Sample[] = [];
  const sampled = new Map<string, number>();
  let lastFailedAt = faultAt;
  for (const outcome of outcomes) {
    const { kind, verdict, startedAt, ms, wasCached, path, status, reason } = outcome;
    const counts = (kinds[kind] ??= {
      ok: 0,
      failed: 0,
      wrong: 0,
      slow: 0,
      failedCached: 0,
      failedHeldUp: 0,
    });
    counts[verdict] += 1;
    if (ms > SLOW_MS) counts.slow += 1;
    if (verdict === 'ok') continue;
    if (verdict === 'failed' && wasCached) counts.failedCached += 1;
    if (verdict === 'failed' && wasHeldUp(startedAt, startedAt + ms)) counts.failedHeldUp += 1;
    if (verdict === 'failed' && READS.has(kind)) lastFailedAt = Math.max(lastFailedAt, startedAt);
    const key = `${kind} ${verdict}`;
    const count = sampled.get(key) ?? 0;
    sampled.set(key, count + 1);
    if (count < SAMPLES_OF_A_KIND)
      samples.push({
        kind,
        path,
        status,
        verdict,
        reason,
        ms,
        wasCached,
        at: (startedAt - faultAt) / 1_000,
      });
  }
  return { kinds, samples, outageSeconds: (lastFailedAt - faultAt) / 1_000 };
}

/** Adds up one count of the kinds that fit. */
export const sumOf = (
  { kinds }: Pick<TrialResult, 'kinds'>,
  count: keyof KindCounts,
  fits: (kind: Kind) => boolean = () => true,
): number => KINDS.filter(fits).reduce((sum, kind) => sum + (kinds[kind]?.[count] ?? 0), 0);
