import { setTimeout as delay } from 'node:timers/promises';
import type { Violation } from './evidence.ts';
import type { Journey, JourneyEvent } from './journey.ts';
import type { EvidenceReader } from './read-evidence.ts';

/** One journey and the fault that met it. */
export interface FaultRun {
  fault: string;
  journey: string;
  /** False when the journey ended before the fault was reached. */
  hasFired: boolean;
  /** Time from the fault until nothing was left to do; null when something was left. */
  settleMs: number | null;
  violations: Violation[];
  /** In the order of time; empty without violation. */
  history: JourneyEvent[];
}

const AGAIN_MS = 500;
/**
 * Journeys that have not settled: no further one begins meanwhile. A process that is killed again and again handles few
 * events between two kills, and would fall behind.
 */
export const MAX_OPEN = 24;

/**
 * Checks a journey until nothing is left to do. Resolves with what is wrong when the patience is over: a violation that
 * nothing mends is wrong then as it was at first.
 */
export async function untilSettled(
  check: () => Promise<Violation[]>,
  patienceMs: number,
  ended: AbortSignal,
): Promise<Violation[]> {
  for (const end = Date.now() + patienceMs; ; await delay(AGAIN_MS)) {
    let violations: Violation[];
    try {
      violations = await check();
    } catch (error) {
      violations = [{ kind: 'unreadable', subject: 'evidence', details: String(error) }];
    }
    if (violations.length === 0 || Date.now() > end || ended.aborted) return violations;
  }
}

export interface SettleOptions {
  journey: Journey;
  /** Error that stopped the run; null when all its steps are done. */
  problem: string | null;
  fault: string;
  /** Time of the fault; null when it was not reached. */
  firedAt: Date | null;
  /** Faults that this process has injected. */
  faults: readonly JourneyEvent[];
  reader: EvidenceReader;
  patienceMs: number;
  ended: AbortSignal;
}

/** Waits until a journey whose steps are done has settled. */
export async function settle(options: SettleOptions): Promise<FaultRun> {
  const { journey, problem, fault, firedAt, faults, reader, patienceMs, ended } = options;
  const startedAt = journey.events[0]?.at ?? new Date();
  const unsettled = await untilSettled(() => journey.check(reader), patienceMs, ended);
  const stopped = problem === null ? [] : [{ kind: 'stopped', subject: journey.name, details: problem }];
  const violations = [...stopped, ...unsettled];
  const isSettled = violations.length === 0;
  const stored = isSettled ? [] : await journey.readHistory(reader).catch(() => []);
  const history = isSettled
    ? []
    : [...journey.events, ...faults.filter(({ at }) => at >= startedAt), ...stored].toSorted(
        (a, b) => a.at.getTime() - b.at.getTime(),
      );
  return {
    fault,
    journey: journey.name,
    hasFired: firedAt !== null,
    settleMs: isSettled && firedAt !== null ? Math.max(0, Date.now() - firedAt.getTime()) : null,
    violations,
    history,
  };
}

/** Like `settle`, for checks of the whole site. */
export async function settleSite(
  name: string,
  check: () => Promise<Violation[]>,
  patienceMs: number,
  ended: AbortSignal,
): Promise<FaultRun> {
  const violations = await untilSettled(check, patienceMs, ended);
  return { fault: name, journey: 'all', hasFired: true, settleMs: null, violations, history: [] };
}
