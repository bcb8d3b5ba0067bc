import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName } from '@vidhi/harness/engines.ts';
import { isProcessReady } from '@vidhi/harness/process-readiness.ts';
import { findProcesses } from '@vidhi/harness/process-signals.ts';
import type { ChaosProduct } from './chaos-product.ts';
import type { FailPoint } from './fail-points.ts';
import { MAX_OPEN, settle, untilSettled, type FaultRun } from './fault-run.ts';
import type { Journey, JourneyEvent } from './journey.ts';
import type { EvidenceReader } from './read-evidence.ts';
import type { Workload } from './workload.ts';

export interface TargetedOptions {
  site: ChaosProduct;
  reader: EvidenceReader;
  workload: Workload;
  points: readonly FailPoint[];
  /** The engine that is killed at each point; null for the process that passes the point. */
  engine: EngineName | null;
  /** Number of purchases at each fail point. */
  times: number;
  patienceMs: number;
  /** Time after which no new run begins. */
  until: number;
  ended: AbortSignal;
  onRun: (run: FaultRun) => void;
}

const POLL_MS = 50;
/** A point that is not passed in this time after everything has settled is not reached. */
const UNREACHED_MS = 15_000;
const READY_MS = 120_000;

async function waitFor(
  isDone: () => boolean | Promise<boolean>,
  withinMs: number,
  ended: AbortSignal,
): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end && !ended.aborted; await delay(POLL_MS))
    if (await isDone()) return true;
  return false;
}

/**
 * Kills processes at the fail points, `times` each: the same process once at a time, and different ones side by side. The
 * next fault waits until the steps of a journey are done, and not until it has settled: that happens meanwhile.
 */
export async function runTargeted(options: TargetedOptions): Promise<void> {
  const { site, reader, workload, points, engine, times, patienceMs, until, ended, onRun } = options;
  const { dataDir } = site.product;
  const faults: JourneyEvent[] = [];
  const open = new Set<Promise<void>>();

  async function settleJourney(walked: Promise<unknown>, journey: Journey): Promise<void> {
    await walked;
    await untilSettled(() => journey.check(reader), patienceMs, ended);
  }

  const victimOf = (point: FailPoint): string => engine ?? point.process;

  function arm(name: string): void {
    const [group] = engine === null ? [] : findProcesses(dataDir, [engine]);
    site.points.arm(name, group?.pid);
  }

  async function runPoint(point: FailPoint, n: number): Promise<void> {
    const { name } = point;
    const victim = victimOf(point);
    const fault = engine === null ? name : `${engine} at ${name}`;
    const journey = workload.passing(point, n);
    arm(name);
    const walked = journey.run();
    const over = new AbortController();
    void settleJourney(walked, journey).then(async () => {
      await delay(UNREACHED_MS);
      over.abort();
    });
    const isOver = AbortSignal.any([over.signal, ended]);
    const hasFired = await waitFor(() => site.points.hasFired(name), Number.POSITIVE_INFINITY, isOver);
    const firedAt = hasFired ? new Date() : null;
    site.points.clear(name);
    if (firedAt !== null) faults.push({ at: firedAt, text: `${victim} killed at ${name}` });
    const finish = async (): Promise<void> => {
      const problem = await walked;
      onRun(await settle({ journey, problem, fault, firedAt, faults, reader, patienceMs, ended }));
    };
    const finishing = finish().finally(() => open.delete(finishing));
    open.add(finishing);
    if (hasFired) await waitFor(() => isProcessReady(dataDir, victim), READY_MS, ended);
    // So that a service does something between two faults, which other journeys need.
    await walked;
  }

  async function runLane(lane: readonly FailPoint[]): Promise<void> {
    for (let n = 0; n < times; n += 1)
      for (const point of lane) {
        while (open.size >= MAX_OPEN) await Promise.race(open);
        if (ended.aborted || Date.now() > until) return;
        await runPoint(point, n);
      }
  }

  await Promise.all([...Map.groupBy(points, victimOf).values()].map(runLane));
  await Promise.all(open);
}
