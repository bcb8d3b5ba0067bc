import { LRUCache } from 'lru-cache';
import { catalogOwned } from '@vidhi/collections/all.ts';
import { contentPaths } from '@vidhi/collections/routes.ts';
import { fetchWithFailover } from '@vidhi/upstreams/fetch-with-failover.ts';
import { closeInstance, createInstance } from '@vidhi/upstreams/instance.ts';
import {
  createInstanceSet,
  type InstanceSet,
  type InstanceSetOptions,
} from '@vidhi/upstreams/instance-set.ts';
import { startProbes } from '@vidhi/upstreams/probe.ts';
import { AGE_HEADER, POSITION_HEADER } from './data-position.ts';

export interface ApiResponse {
  body: unknown;
  /** The data position of the response; empty when it has none. */
  position: string;
  /** Seconds since the service has last received events; absent while its consumers are connected. */
  ageSeconds?: number;
}

export interface ApiClient {
  /** Requests a path below `/api`; throws `ApiError` for every status but 200. Pages share a response where `isShared` is set. */
  get(path: string, isShared?: boolean): Promise<ApiResponse>;
  close(): Promise<void>;
}

export class ApiError extends Error {
  readonly status: number;
  /** Details of the error as the API names them, where a page shows them. */
  readonly details: unknown;
  constructor(path: string, status: number, details?: unknown) {
    super(`${path} responded ${status}`);
    this.status = status;
    this.details = details;
  }
}

/** Time for which pages share a response; a change must show within a second. */
const SHARED_MS = 200;
const MAX_CACHED_BODIES = 200;

/** Paths that go to `catalogUrl`, where it is set. */
const CATALOG_PATHS = new RegExp(`^(?:${contentPaths(catalogOwned).join('|')})(?=[/?]|$)`);

/** Paths that go to `notifyUrl`, where it is set. */
const NOTIFY_PATHS = /^\/newsletter-archive(?=[/?]|$)/;

const CONNECT_MS = 1_000;
const CONNECTIONS = 64;
/** Time for which a request waits for a service whose processes are all being restarted. */
const MAX_RESTART_WAIT_MS = 2_000;
const MAX_BODY_BYTES = 33_554_432;
const HEADERS = { accept: 'application/json' };

const instanceSetOf = (
  urls: readonly string[],
  timeoutMs: number,
  options: InstanceSetOptions,
): InstanceSet =>
  createInstanceSet(
    urls.map((url) =>
      createInstance(url, { connectMs: CONNECT_MS, responseMs: timeoutMs, connections: CONNECTIONS }),
    ),
    options,
  );

export interface ApiClientOptions extends InstanceSetOptions {
  /** Each gives every response; a failing one is replaced by the others (`packages/upstreams`). */
  apiUrls: readonly string[];
  /** Serves books and profiles; `apiUrls` do where left out. */
  catalogUrl?: string | undefined;
  /** Serves the archive of the newsletter; `apiUrls` do where left out. */
  notifyUrl?: string | undefined;
  timeoutMs: number;
  /** Interval of probes; 300 ms by default. */
  probeIntervalMs?: number;
}

function detailsOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: { details?: unknown } } | null)?.error?.details;
  } catch {
    return undefined;
  }
}

/** A client with connection pools, which probes its instances. It is open until `close`. */
export function createApiClient({
  apiUrls,
  catalogUrl,
  notifyUrl,
  timeoutMs,
  probeIntervalMs,
  ...options
}: ApiClientOptions): ApiClient {
  const api = instanceSetOf(apiUrls, timeoutMs, options);
  const catalog = catalogUrl === undefined ? api : instanceSetOf([catalogUrl], timeoutMs, options);
  const notify = notifyUrl === undefined ? api : instanceSetOf([notifyUrl], timeoutMs, options);
  const sets = [...new Set([api, catalog, notify])];
  const probes = startProbes(sets, { intervalMs: probeIntervalMs });
  const shared = new Map<string, Promise<ApiResponse>>();
  const bodies = new LRUCache<string, { text: string; body: unknown }>({ max: MAX_CACHED_BODIES });

  /**
   * Parses a shared response. An unchanged text gives the same object as before: what pages have derived from it is
   * cached by its identity (`src/ssr/derived-cache.ts`).
   */
  function parseShared(path: string, text: string): unknown {
    const cached = bodies.get(path);
    if (cached?.text === text) return cached.body;
    const body: unknown = JSON.parse(text);
    bodies.set(path, { text, body });
    return body;
  }

  async function request(path: string, isShared: boolean): Promise<ApiResponse> {
    const { status, headers, chunks } = await fetchWithFailover(
      CATALOG_PATHS.test(`/api${path}`) ? catalog : NOTIFY_PATHS.test(path) ? notify : api,
      { path: `/api${path}`, headers: HEADERS, limitBytes: MAX_BODY_BYTES },
      { timeoutMs, maxWaitMs: MAX_RESTART_WAIT_MS },
    );
    if (status === 451) throw new ApiError(path, status, detailsOf(Buffer.concat([...chunks]).toString()));
    if (status !== 200) throw new ApiError(path, status);
    const position = headers[POSITION_HEADER];
    const ageSeconds = Number(headers[AGE_HEADER]);
    const text = Buffer.concat([...chunks]).toString();
    return {
      body: isShared ? parseShared(path, text) : (JSON.parse(text) as unknown),
      position: typeof position === 'string' ? position : '',
      ...(ageSeconds > 0 ? { ageSeconds } : {}),
    };
  }

  /** Request coalescing: one upstream request for all pages within `SHARED_MS`. Failures are not cached. */
  function fetchShared(path: string): Promise<ApiResponse> {
    const pending = shared.get(path);
    if (pending !== undefined) return pending;
    const response = request(path, true);
    shared.set(path, response);
    const remove = (): void => void shared.delete(path);
    response.then(() => setTimeout(remove, SHARED_MS).unref(), remove);
    return response;
  }

  return {
    get: (path, isShared = false) => (isShared ? fetchShared(path) : request(path, false)),
    async close() {
      probes.stop();
      await Promise.all(sets.flatMap(({ instances }) => instances.map(closeInstance)));
    },
  };
}
