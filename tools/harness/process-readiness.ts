import { hasClusterMetadata } from '@vidhi/local/kafka-probe.mjs';
import { sayHello } from '@vidhi/local/mongo-probe.mjs';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';
import { pingRedis } from '@vidhi/local/redis-probe.mjs';
import { ENGINES, type EngineName } from './engines.ts';

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
