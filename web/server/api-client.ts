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

/** Reads that many pages make are shared for a moment: far below the second in which a change must show. */
const SHARED_MS = 200;
const SHARED =
  /^\/(categories\?|tags\?filters\[slug\]|site-setting|site-options|social-link|site-ads\?|products\?|posts\?pagination\[pageSize\]=(6|150)&|books\?fields=|lawyers\/filter-options\?|(catelog-categories|publishers|specializations|courts|languages)\?)/;
/** Shared answers that are remembered, to be recognised when they come again. */
const MOST_REMEMBERED = 200;

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
  const remembered = new Map<string, { text: string; body: unknown }>();

  /** The same text is the same object again, so that what pages have made of it goes on being good. */
  function recognise(path: string, text: string): unknown {
    const known = remembered.get(path);
    if (known?.text === text) return known.body;
    const body: unknown = JSON.parse(text);
    remembered.delete(path);
    remembered.set(path, { text, body });
    const [oldest] = remembered.keys();
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return body;
  }

  async function request(path: string, isShared: boolean): Promise<ApiAnswer> {
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
    return {
      body: isShared ? recognise(path, await body.text()) : await body.json(),
      position: typeof position === 'string' ? position : '',
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
    close: async () => void (await Promise.all([...new Set([api, catalog])].map(({ pool }) => pool.close()))),
  };
}
