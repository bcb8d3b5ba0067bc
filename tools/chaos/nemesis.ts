import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES, type EngineName } from '@vidhi/harness/engines.ts';
import { findProcesses, signalProcesses, wipeAndKill } from '@vidhi/harness/process-signals.ts';
import { createRandom, pick, type Random } from '@vidhi/harness/random.ts';
import type { ChaosProduct } from './chaos-product.ts';
import type { WorkloadName } from './fail-points.ts';
import { MAX_OPEN, settle, type FaultRun } from './fault-run.ts';
import type { Journey, JourneyEvent } from './journey.ts';
import { randomPlan } from './plans.ts';
import type { EvidenceReader } from './read-evidence.ts';
import type { Workload } from './workload.ts';

/** A fault with everything that was drawn for it. */
export interface Fault {
  name: string;
  /** Injects it, and reverts a lasting one. Rejects when its process does not run at this moment. */
  inject: (site: ChaosProduct, ended: AbortSignal) => Promise<void>;
}

export interface NemesisOptions {
  site: ChaosProduct;
  reader: EvidenceReader;
  journeys: Workload;
  workload: WorkloadName;
  /** Number of faults. */
  count: number;
  seed: number;
  patienceMs: number;
  /** Time after which no new fault begins. */
  until: number;
  ended: AbortSignal;
  onRun: (run: FaultRun) => void;
}

const SERVICES = ['payments', 'cart-orders', 'notify', 'accounts', 'catalog', 'gateway'] as const;
const OTHERS = ['payment-sandbox', 'sandbox'] as const;
const MAX_HOLD_MS = 10_000;
const MAX_BEFORE_MS = 2_500;
const MAX_AFTER_MS = 5_000;
/** Journeys that a fault meets. */
const JOURNEYS = 3;

const pause = (ms: number, ended: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: ended }).catch(() => undefined);

const kill = (name: string): Fault => ({
  name: `kill ${name}`,
  inject: async ({ product }) => signalProcesses(findProcesses(product.dataDir, [name]), 'SIGKILL'),
});

const stop = (name: string, ms: number): Fault => ({
  name: `stop ${name}`,
  async inject({ product }, ended) {
    const targets = findProcesses(product.dataDir, [name]);
    signalProcesses(targets, 'SIGSTOP');
    await pause(ms, ended);
    signalProcesses(targets, 'SIGCONT');
  },
});

const wipe = (name: 'kafka' | 'redis'): Fault => ({
  name: `wipe ${name}`,
  inject: async ({ product: { dataDir } }) => wipeAndKill(dataDir, findProcesses(dataDir, [name]), name),
});

const obstruct = (passage: 'cut' | 'blackhole', engine: EngineName, ms: number): Fault => ({
  name: `${passage} ${engine}`,
  async inject({ product }, ended) {
    const proxy = product.proxies.get(engine);
    await proxy?.set(passage);
    await pause(ms, ended);
    await proxy?.set('open');
  },
});

const misbehave = (at: 'provider' | 'inbox', fault: { kind: string; times: number; ms?: number }): Fault => ({
  name: `${at} ${fault.kind}`,
  async inject(site) {
    const path = at === 'provider' ? '/control/faults' : '/faults';
    const { status } = await site[at](path, { method: 'POST', body: fault });
    if (status !== 201) throw new Error(`the ${at} takes no fault: ${status}`);
  },
});

/** Draws the next fault of a seed. Draws the same numbers whatever happens. */
export function drawFault(random: Random): Fault {
  const ms = 1_000 + Math.floor(random() * MAX_HOLD_MS);
  const times = 1 + Math.floor(random() * 4);
  const service = pick(random, SERVICES);
  const engine = pick(random, ENGINES);
  return pick(random, [
    () => kill(service),
    () => kill(service),
    () => kill(service),
    () => stop(service, ms),
    () => stop(service, ms),
    () => kill(engine),
    () => kill(pick(random, OTHERS)),
    () => stop(engine, ms),
    () => wipe(pick(random, ['kafka', 'redis'])),
    () => obstruct('cut', engine, ms),
    () => obstruct('blackhole', engine, ms),
    () => misbehave('provider', { kind: pick(random, ['status', 'drop', 'drop-after', 'delay']), times, ms }),
    () => misbehave('inbox', { kind: pick(random, ['reject', 'drop', 'delay']), times, ms }),
  ])();
}

function drawJourney(random: Random, journeys: Workload, workload: WorkloadName): Journey {
  const registers = workload === 'registration' || (workload === 'both' && random() < 0.25);
  return registers
    ? journeys.registrant(pick(random, ['customer', 'lawyer', 'firm'] as const))
    : journeys.buyer(randomPlan(random));
}

/** Injects faults one after the other, each while new journeys are under way. Settling continues meanwhile. */
export async function runNemesis(options: NemesisOptions): Promise<void> {
  const { site, reader, journeys, workload, count, seed, patienceMs, until, ended, onRun } = options;
  const random = createRandom(seed);
  const faults: JourneyEvent[] = [];
  const open = new Set<Promise<void>>();

  async function inject({ name, inject: begin }: Fault): Promise<void> {
    faults.push({ at: new Date(), text: `fault: ${name}` });
    await begin(site, ended).catch((error: unknown) =>
      faults.push({ at: new Date(), text: `fault ${name} was not injected: ${String(error)}` }),
    );
    faults.push({ at: new Date(), text: `end of fault: ${name}` });
  }

  for (let n = 0; n < count && !ended.aborted && Date.now() < until; n += 1) {
    while (open.size > MAX_OPEN) await Promise.race(open);
    const fault = drawFault(random);
    const started = Array.from({ length: JOURNEYS }, () => drawJourney(random, journeys, workload));
    const [beforeMs, afterMs] = [random() * MAX_BEFORE_MS, random() * MAX_AFTER_MS];
    const firedAt = new Date(Date.now() + beforeMs);
    for (const journey of started) {
      const run = async (): Promise<void> => {
        const problem = await journey.run();
        onRun(
          await settle({ journey, problem, fault: fault.name, firedAt, faults, reader, patienceMs, ended }),
        );
      };
      const running = run().finally(() => open.delete(running));
      open.add(running);
    }
    await pause(beforeMs, ended);
    await inject(fault);
    await pause(afterMs, ended);
  }
  await Promise.all(open);
}
