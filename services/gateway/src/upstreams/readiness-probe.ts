import type { InstanceSet } from './instance-set.ts';
import { fetchWhole } from './upstream-fetch.ts';

const WELL_MS = 2_000;
const SICK_MS = 300;
const LIMIT_BYTES = 65_536;

/** Asks the news readers whether they are ready, so that `/readyz` can say it and a returned one is used at once. */
export interface ReadinessProbe {
  readyCount(): number;
  stop(): void;
}

export function startReadinessProbe(readers: InstanceSet): ReadinessProbe {
  const ready = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function ask(): Promise<void> {
    await Promise.all(
      readers.instances.map(async (instance) => {
        try {
          const { status } = await fetchWhole(instance, '/readyz', {}, LIMIT_BYTES);
          if (status !== 200) throw new Error(`not ready: ${status}`);
          readers.reportSuccess(instance);
          ready.add(instance.origin);
        } catch {
          ready.delete(instance.origin);
        }
      }),
    );
    if (stopped) return;
    timer = setTimeout(() => void ask(), ready.size === readers.instances.length ? WELL_MS : SICK_MS);
    timer.unref();
  }

  void ask();
  return {
    readyCount: () => ready.size,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
