import { LRUCache } from 'lru-cache';
import { fetchWithFailover } from '@vidhi/upstreams/fetch-with-failover.ts';
import { closeInstance, createInstance } from '@vidhi/upstreams/instance.ts';
import {
  createInstanceSet,
  type InstanceSet,
  type InstanceSetOptions,
} from '@vidhi/upstreams/instance-set.ts';
import { startProbes } from '@vidhi/upstreams/probe.ts';
import { AGE_HEADER, POSITION_HEADER } from './positions.ts';

/** One answer of the API, and how far the reader that gave it had read. */
export interface ApiAnswer {
  body: unknown;
  position: string;
  /** For how many seconds the reader has heard nothing new; left out while it follows its topics. */
  ageSeconds?: number;
}

export interface ApiClient {
  /** Reads a path below `/api`; throws `ApiFailure` when the answer is not a 200. */
  get(path: string): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export class ApiFailure extends Error {
  readonly status: number;
  constructor(path: string, status: number) {
    super(`${path} answered ${status}`);
    this.status = status;
  }
}

/** Reads that many pages make are shared for a moment: far below the second in which a change must show. */
const SHARED_MS = 200;
const SHARED =
  /^\/(categories\?|tags\?filters\[slug\]|site-setting|site-options|social-link|site-ads\?|products\?|posts\?pagination\[pageSize\]=(6|150)&|books\?fields=|lawyers\/filter-options\?|(catelog-categories|publishers|specializations|courts|languages)\?)/;
/** Shared answers that are remembered, to be recognised when they come again. */
const MAX_CACHED_BODIES = 200;

/** What the catalogue answers by itself, where it has an address of its own. */
const OF_CATALOG =
  /^\/(books|lawyers|firms|catelog-categories|authors|publishers|book-tags|languages|courts|type-of-courts|specializations|cities|state-districts|country-states)(?=[/?]|$)/;

const CONNECT_MS = 1_000;
const CONNECTIONS = 64;
const LIMIT_BYTES = 33_554_432;
const HEADERS = { accept: 'application/json' };

const setOf = (urls: readonly string[], timeoutMs: number, options: InstanceSetOptions): InstanceSet =>
  createInstanceSet(
    urls.map((url) =>
      createInstance(url, { connectMs: CONNECT_MS, responseMs: timeoutMs, connections: CONNECTIONS }),
    ),
    options,
  );

export interface ApiClientOptions extends InstanceSetOptions {
  /** Each gives every response; a failing one is replaced by the others (`packages/upstreams`). */
  apiUrls: readonly string[];
  /** Where books and profiles are read from, if not there. */
  catalogUrl?: string | undefined;
  timeoutMs: number;
}

/** Calls the API over pools of connections, and probes it. A failed answer is shared with nobody who comes later. */
export function createApiClient({ apiUrls, catalogUrl, timeoutMs, ...options }: ApiClientOptions): ApiClient {
  const api = setOf(apiUrls, timeoutMs, options);
  const catalog = catalogUrl === undefined ? api : setOf([catalogUrl], timeoutMs, options);
  const sets = [...new Set([api, catalog])];
  const probes = startProbes(sets);
  const shared = new Map<string, Promise<ApiAnswer>>();
  const remembered = new LRUCache<string, { text: string; body: unknown }>({ max: MAX_CACHED_BODIES });

  /** The same text is the same object again, so that what pages have made of it goes on being good. */
  function recognise(path: string, text: string): unknown {
    const known = remembered.get(path);
    if (known?.text === text) return known.body;
    const body: unknown = JSON.parse(text);
    remembered.set(path, { text, body });
    return body;
  }

  async function request(path: string, isShared: boolean): Promise<ApiAnswer> {
    const { status, headers, chunks } = await fetchWithFailover(
      OF_CATALOG.test(path) ? catalog : api,
      { path: `/api${path}`, headers: HEADERS, limitBytes: LIMIT_BYTES },
      { timeoutMs },
    );
    if (status !== 200) throw new ApiFailure(path, status);
    const position = headers[POSITION_HEADER];
    const ageSeconds = Number(headers[AGE_HEADER]);
    const text = Buffer.concat([...chunks]).toString();
    return {
      body: isShared ? recognise(path, text) : (JSON.parse(text) as unknown),
      position: typeof position === 'string' ? position : '',
      ...(ageSeconds > 0 ? { ageSeconds } : {}),
    };
  }

  function share(path: string): Promise<ApiAnswer> {
    const running = shared.get(path);
    if (running !== undefined) return running;
    const answer = request(path, true);
    shared.set(path, answer);
    const forget = (): void => void shared.delete(path);
    answer.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    return answer;
  }

  return {
    get: (path) => (SHARED.test(path) ? share(path) : request(path, false)),
    async close() {
      probes.stop();
      await Promise.all(sets.flatMap(({ instances }) => instances.map(closeInstance)));
    },
  };
}
