import { Pool, type Dispatcher } from 'undici';

/** Result of the last probe or of a failed connection; see the README. */
export type Health = 'unknown' | 'ready' | 'slow' | 'unresponsive' | 'notReady' | 'unreachable';

/** One process that responds to requests. */
export interface Instance {
  /** `http://host:port`, without a path. */
  readonly origin: string;
  /** Prefix of every requested path; may be empty. */
  readonly basePath: string;
  readonly pool: Dispatcher;
  /** Probes have a connection of their own: a full pool must not look like a hung process. */
  readonly probePool: Dispatcher;
  health: Health;
  /** Time of the last change of `health`, in milliseconds since the Unix epoch. */
  healthSince: number;
  /** `performance.now()` when the probe without response was sent; 0 unless `unresponsive`. */
  unresponsiveSince: number;
  /** `performance.now()` of the last response to a request. */
  lastResponseAt: number;
  /** `performance.now()` when the last probe with a result was sent; 0 before the first. */
  probedAt: number;
  /** Sends a probe at once instead of at the next interval. Does nothing while no probe is started. */
  requestProbe: () => void;
}

export interface UpstreamLimits {
  connectMs: number;
  /** Timeout from the request to the first byte, and between bytes. */
  responseMs: number;
  connections: number;
}

const PROBE_CONNECT_MS = 1_000;
const MAX_HEADER_BYTES = 32_768;

/** Creates an instance with its connection pools; connects on the first request. `closeInstance` closes them. */
export function createInstance(url: string, limits: UpstreamLimits): Instance {
  const { origin, pathname } = new URL(url);
  return {
    origin,
    basePath: pathname.replace(/\/$/, ''),
    pool: new Pool(origin, {
      connections: limits.connections,
      pipelining: 1,
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.responseMs,
      bodyTimeout: limits.responseMs,
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 60_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    }),
    probePool: new Pool(origin, { connections: 1, connect: { timeout: PROBE_CONNECT_MS } }),
    health: 'unknown',
    healthSince: Date.now(),
    unresponsiveSince: 0,
    lastResponseAt: 0,
    probedAt: 0,
    requestProbe: () => undefined,
  };
}

/** Destroys the connection pools; pending requests reject. */
export async function closeInstance({ pool, probePool }: Instance): Promise<void> {
  await Promise.all([pool.destroy(), probePool.destroy()]);
}

/** Returns whether an instance receives its share of requests. */
export const takesRequests = ({ health }: Instance): boolean => health === 'ready' || health === 'unknown';

/** Milliseconds since the last sign of life of an `unresponsive` instance; 0 for any other health. */
export const silentMs = (instance: Instance, now: number): number =>
  instance.health === 'unresponsive'
    ? now - Math.max(instance.unresponsiveSince, instance.lastResponseAt)
    : 0;

/** Sets `health`, and `healthSince` where it changes. */
export function setHealth(instance: Instance, health: Health): void {
  if (instance.health === health) return;
  instance.health = health;
  instance.healthSince = Date.now();
}
