import { SERVICES } from '@vidhi/contracts/services.mjs';
import { hasClusterMetadata } from '@vidhi/local/kafka-probe.mjs';
import { sayHello } from '@vidhi/local/mongo-probe.mjs';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';
import { pingRedis } from '@vidhi/local/redis-probe.mjs';

export type ConfigName = 'default' | 'two-readers';

/** The target of a fault: one process, or several at once. */
export interface Target {
  name: string;
  /** Names of the launcher's processes. */
  processes: readonly string[];
}

export const READERS: Record<ConfigName, number> = { default: 0, 'two-readers': 2 };
/** Struck one by one; the other services, which get no load here, together. */
const STRUCK_ALONE: readonly string[] = ['news', 'catalog', 'accounts', 'web', 'gateway'];
const OTHERS = SERVICES.map(({ name }) => name).filter((name) => !STRUCK_ALONE.includes(name));
export const ENGINES = ['kafka', 'redis', 'mongo'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Every process and engine of a configuration. */
export function targetsOf(config: ConfigName): Target[] {
  const readers = Array.from({ length: READERS[config] }, (_, index) => `news-reader-${index + 1}`);
  return [
    ...[...readers, ...STRUCK_ALONE].map((name) => ({
      name,
      processes: [name],
    })),
    { name: 'others', processes: OTHERS },
    ...ENGINES.map((name) => ({ name, processes: [name] })),
  ];
}

const PROBE_MS = 1_000;
const LOOPBACK = '127.0.0.1';

const ENGINE_PROBES: Record<EngineName, (address: { host: string; port: number }) => Promise<boolean>> = {
  kafka: hasClusterMetadata,
  redis: async (address) => (await pingRedis(address)) === '+PONG',
  mongo: async (address) => (await sayHello(address)) !== undefined,
};

const isEngine = (name: string): name is EngineName => (ENGINES as readonly string[]).includes(name);

/** Requests the readiness of a process directly. Takes about a second at most. */
export async function isProcessReady(dataDir: string, name: string): Promise<boolean> {
  const port = readRecordedPorts(dataDir)[name];
  if (port === undefined) return false;
  const readiness = isEngine(name)
    ? ENGINE_PROBES[name]({ host: LOOPBACK, port })
    : fetch(`http://${LOOPBACK}:${port}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
      );
  const tooLate = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => tooLate.resolve(false), PROBE_MS);
  try {
    return await Promise.race([readiness.catch(() => false), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
