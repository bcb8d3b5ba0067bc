import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES, type EngineName } from '@vidhi/harness/engines.ts';
import { findProcesses, signalProcesses as signal, wipeAndKill } from '@vidhi/harness/process-signals.ts';
import { fillDisk, freeDisk } from '@vidhi/harness/disk.ts';
import type { Product } from './product.ts';
import { restartRolling } from './rolling-restart.ts';
import { networkTargetsOf, targetsOf, type ConfigName, type Target } from './targets.ts';

export const FAULTS = [
  'none',
  'kill',
  'hang',
  'wipe',
  'cut',
  'blackhole',
  'full-disk',
  'roll',
  'restart',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** A fault and its target. */
export interface Trial {
  fault: FaultName;
  target: Target;
}

/** Environment in which the product must be started for a fault. */
export type Setting = 'plain' | 'proxies' | 'memory disk';

export const settingOf = (fault: FaultName): Setting =>
  fault === 'cut' || fault === 'blackhole' || fault === 'roll'
    ? 'proxies'
    : fault === 'full-disk'
      ? 'memory disk'
      : 'plain';

const NOBODY: Target = { name: '–', processes: [] };

/** Returns every fault with every possible target. */
export function trialsOf(config: ConfigName): Trial[] {
  const targets = targetsOf(config);
  const named = (names: readonly string[]): Target[] => targets.filter(({ name }) => names.includes(name));
  const readers = targets.map(({ name }) => name).filter((name) => name.startsWith('news-reader'));
  return [
    { fault: 'none', target: NOBODY },
    ...targets.map((target): Trial => ({ fault: 'kill', target })),
    ...targets.map((target): Trial => ({ fault: 'hang', target })),
    // MongoDB is the source of truth, and the catalog's folder has the only copies of pictures: neither is
    // wiped.
    ...named(['kafka', 'redis', readers[0] ?? 'news']).map((target): Trial => ({ fault: 'wipe', target })),
    ...(['cut', 'blackhole'] as const).flatMap((fault) =>
      named([...networkTargetsOf(config), ...ENGINES]).map((target): Trial => ({ fault, target })),
    ),
    ...named([...networkTargetsOf(config), 'gateway']).map((target): Trial => ({ fault: 'roll', target })),
    { fault: 'full-disk', target: { name: 'disk', processes: [] } },
  ];
}

const processesOf = ({ dataDir }: Product, { processes }: Target) => findProcesses(dataDir, processes);

/** Folders with data that a process can rebuild. */
const WIPED: Record<string, string> = {
  kafka: 'kafka',
  redis: 'redis',
  news: 'news',
  'news-reader-1': 'news',
};

const engineOf = ({ name }: Target): EngineName | undefined => ENGINES.find((engine) => engine === name);

/**
 * Injects the fault, and reverts a lasting one after `holdMs`. `ended` aborts waiting.
 */
export async function inject(
  product: Product,
  { fault, target }: Trial,
  { holdMs, ended }: { holdMs: number; ended: AbortSignal },
): Promise<void> {
  const hold = () => delay(holdMs, undefined, { signal: ended }).catch(() => undefined);
  switch (fault) {
    case 'none':
    case 'restart':
      return;
    case 'kill':
      return signal(processesOf(product, target), 'SIGKILL');
    case 'hang': {
      const targets = processesOf(product, target);
      signal(targets, 'SIGSTOP');
      await hold();
      return signal(targets, 'SIGCONT');
    }
    case 'wipe':
      return wipeAndKill(product.dataDir, processesOf(product, target), WIPED[target.name] ?? target.name);
    case 'cut':
    case 'blackhole': {
      const engine = engineOf(target);
      const proxy =
        engine === undefined ? product.serviceProxies.get(target.name) : product.proxies.get(engine);
      if (proxy === undefined) throw new Error(`no proxy in front of ${target.name}`);
      await proxy.set(fault);
      await hold();
      return proxy.set('open');
    }
    case 'roll':
      return restartRolling(product, target.name, ended);
    case 'full-disk':
      fillDisk(product.dataDir);
      await hold();
      return freeDisk(product.dataDir);
  }
}
