import type { FaultName } from './faults.ts';
import type { Kind, Outcome } from './outcomes.ts';
import { KINDS, READS } from './outcomes.ts';
import type { ConfigName } from './targets.ts';

export interface KindCounts {
  ok: number;
  failed: number;
  wrong: number;
  slow: number;
  /** Failed after more than 3.5 s. */
  late: number;
  /** Failed although the same URL had a correct response a moment before. */
  failedCached: number;
  /** Failed while the machine was overloaded. */
  failedHeldUp: number;
}

/** Effects of one fault on the site. */
export interface TrialResult {
  config: ConfigName;
  fault: FaultName;
  target: string;
  /** Seconds from the fault until the process was ready and all responses were correct again; null: never. */
  healthySeconds: number | null;
  /** Seconds from the fault until the process was ready; null: never. */
  readySeconds: number | null;
  /** Seconds for which the fault lasted. */
  heldSeconds: number;
  /** Processes that ended although the fault did not end them. */
  exited: string[];
  /** Seconds from the fault to the last failed read; 0 when there was none. */
  outageSeconds: number;
  kinds: Partial<Record<Kind, KindCounts>>;
  /** The first bad responses of each kind. */
  samples: Sample[];
  lostWrites: string[];
  missingViews: number;
  extraViews: number;
  /** Number of posts and counts that could not be read after the fault. */
  unread: number;
  /** Requests that were not sent because too many were in flight. */
  notSent: number;
  /** Why the fault was not injected. */
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
/** A request whose dependency is unavailable is rejected by then. */
const LATE_MS = 3_500;
const SAMPLES_OF_A_KIND = 4;

export const createTrialResult = (
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
  heldSeconds: 0,
  exited: [],
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

/** Counts outcomes since the fault. */
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
      late: 0,
      failedCached: 0,
      failedHeldUp: 0,
    });
    counts[verdict] += 1;
    if (ms > SLOW_MS) counts.slow += 1;
    if (verdict === 'ok') continue;
    if (verdict === 'failed' && ms > LATE_MS) counts.late += 1;
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

/** Sums a count over the matching kinds. */
export const sumOf = (
  { kinds }: Pick<TrialResult, 'kinds'>,
  count: keyof KindCounts,
  fits: (kind: Kind) => boolean = () => true,
): number => KINDS.filter(fits).reduce((sum, kind) => sum + (kinds[kind]?.[count] ?? 0), 0);
