import { Pool } from 'undici';
import { POSITION_HEADER } from './positions.ts';

/** One answer of the API, and how far the reader that gave it had read. */
export interface ApiAnswer {
  body: unknown;
  position: string;
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

const TIMEOUT_MS = 3_000;

/** Reads that every page makes are shared for a moment: far below the second in which a change must show. */
const SHARED_MS = 200;
const SHARED =
  /^\/(categories\?filters\[show_nav\]|site-setting|site-options|social-link|site-ads\?|products\?|posts\?pagination\[pageSize\]=6&|picture-variants\?|books\?(fields|counts)=|lawyers(\/filter-options\?|\?counts=)|(catelog-categories|publishers|book-tags|specializations|courts|languages)\?)/;

/** What the catalogue answers by itself, where it has an address of its own. */
const OF_CATALOG =
  /^\/(books|lawyers|firms|catelog-categories|authors|publishers|book-tags|languages|courts|type-of-courts|specializations|cities|state-districts|country-states)(?=[/?]|$)/;

interface Upstream {
  pool: Pool;
  prefix: string;
}

function upstreamOf(address: string): Upstream {
  const base = new URL(address);
  const options = { connections: 64, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  return { pool: new Pool(base.origin, options), prefix: `${base.pathname.replace(/\/$/, '')}/api` };
}

/** Calls the API over pools of connections. A failed answer is shared with nobody who comes later. */
export function createApiClient(apiUrl: string, catalogUrl = apiUrl): ApiClient {
  const api = upstreamOf(apiUrl);
  const catalog = catalogUrl === apiUrl ? api : upstreamOf(catalogUrl);
  const shared = new Map<string, Promise<ApiAnswer>>();

  async function request(path: string): Promise<ApiAnswer> {
    const { pool, prefix } = OF_CATALOG.test(path) ? catalog : api;
    const { statusCode, headers, body } = await pool.request({
      path: prefix + path,
      method: 'GET',
      headers: { accept: 'application/json' },
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new ApiFailure(path, statusCode);
    }
    const position = headers[POSITION_HEADER];
    return { body: await body.json(), position: typeof position === 'string' ? position : '' };
  }

  function share(path: string): Promise<ApiAnswer> {
    const running = shared.get(path);
    if (running !== undefined) return running;
    const answer = request(path);
    shared.set(path, answer);
    const forget = (): void => void shared.delete(path);
    answer.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    return answer;
  }

  return {
    get: (path) => (SHARED.test(path) ? share(path) : request(path)),
    close: async () => void (await Promise.all([...new Set([api, catalog])].map(({ pool }) => pool.close()))),
  };
}
