import { mkdirSync } from 'node:fs';
import type { EngineName } from '@vidhi/harness/engines.ts';
import { startChaosProduct } from './chaos-product.ts';
import type { FailPoint, WorkloadName } from './fail-points.ts';
import { settleSite, type FaultRun } from './fault-run.ts';
import { runNemesis } from './nemesis.ts';
import { createEvidenceReader } from './read-evidence.ts';
import { reconcile } from './reconcile.ts';
import { runTargeted } from './targeted.ts';
import { createWorkload } from './workload.ts';

export interface ChaosOptions {
  /** Fail points at each of which a process is killed `times`; none where faults are random. */
  points: readonly FailPoint[];
  /** The engine that is killed there; null for the process that passes the point. */
  engine: EngineName | null;
  times: number;
  /** Number of random faults. */
  random: number;
  seed: number;
  workload: WorkloadName;
  /** Maximum time after a fault until everything is settled. */
  patienceMs: number;
  /** Time after which no new fault begins. */
  until: number;
  /** Folder for the processes' logs at the end; null for none. */
  logs: string | null;
  ended: AbortSignal;
  say: (line: string) => void;
  onRun: (run: FaultRun) => void;
}

const RECONCILE_MS = 420_000;

/** Starts the shop, injects the faults, and checks every journey and at the end the whole site. */
export async function runChaos(options: ChaosOptions): Promise<void> {
  const { points, random, seed, patienceMs, ended, say, logs, onRun } = options;
  say('starting the product');
  const site = await startChaosProduct({ hasProxies: random > 0, ended, say });
  try {
    const reader = createEvidenceReader(site);
    const workload = createWorkload(site, Date.now().toString(36), ended);
    const run = { ...options, site, reader };
    if (points.length > 0) await runTargeted({ ...run, workload });
    if (random > 0) await runNemesis({ ...run, journeys: workload, count: random, seed });
    if (ended.aborted) return;
    say('checking the whole site');
    onRun(await settleSite('the whole site', () => workload.checkAll(reader), patienceMs, ended));
    onRun(await settleSite('reconciliation', () => reconcile(site), RECONCILE_MS, ended));
  } finally {
    if (logs !== null) {
      mkdirSync(logs, { recursive: true });
      site.product.copyLogs(logs);
    }
    await site.close();
  }
}
