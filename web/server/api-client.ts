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
  /^\/(categories\?filters\[show_nav\]|site-setting|site-options|social-link|site-ads\?|products\?|posts\?pagination\[pageSize\]=6&|picture-variants\?)/;

/** Calls the API over a pool of connections. A failed answer is shared with nobody who comes later. */
export function createApiClient(apiUrl: string): ApiClient {
  const base = new URL(apiUrl);
  const pool = new Pool(base.origin, {
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const prefix = `${base.pathname.replace(/\/$/, '')}/api`;
  const shared = new Map<string, Promise<ApiAnswer>>();

  async function request(path: string): Promise<ApiAnswer> {
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
    close: () => pool.close(),
  };
}
