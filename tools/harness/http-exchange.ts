import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request and its response. `status` is null without a response; then `error` is the reason. */
export interface Exchange {
  path: string;
  status: number | null;
  error: string | null;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
}

export interface ExchangeOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** Sends one request; never rejects. */
export type Client = (path: string, options?: ExchangeOptions) => Promise<Exchange>;

type Received = Pick<Exchange, 'status' | 'headers' | 'body'>;

interface Sending extends ExchangeOptions {
  url: string;
  agent: Agent | false;
  signal: AbortSignal;
}

/** Rejects with the connection's error and whether it was a kept-alive connection. */
function sendOnce({ url, agent, signal, method = 'GET', headers = {}, body }: Sending): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const sent = request(
    url,
    {
      method,
      agent,
      signal,
      headers: {
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    },
    (response) => {
      text(response).then(
        (received) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    },
  );
  sent.once('error', (error) => {
    reject(sent.reusedSocket ? Object.assign(error, { isStaleConnection: true }) : error);
  });
  sent.end(payload);
  return promise;
}

const isStaleConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'isStaleConnection' in error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const nameOf = (error: unknown): string =>
  error instanceof Error && 'code' in error
    ? String(error.code)
    : error instanceof Error
      ? error.message
      : String(error);

/**
 * An HTTP client of one origin. Like browsers, it retries a GET once on a new connection when the server has
 * closed the kept-alive one. The error is `timeout` when the response is not complete within `timeoutMs`.
 */
export function createClient(origin: string, timeoutMs: number): Client & { close: () => void } {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 });
  const client: Client = async (path, options = {}) => {
    const startedAt = Date.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const sending = { ...options, url: `${origin}${path}`, signal };
    const isRepeatable = (options.method ?? 'GET') === 'GET';
    try {
      const received = await sendOnce({ ...sending, agent }).catch((error: unknown) => {
        if (!isRepeatable || !isStaleConnection(error)) throw error;
        return sendOnce({ ...sending, agent: false });
      });
      return { path, error: null, startedAt, endedAt: Date.now(), ...received };
    } catch (error) {
      const reason = signal.aborted ? 'timeout' : nameOf(error);
      return { path, status: null, error: reason, headers: {}, body: '', startedAt, endedAt: Date.now() };
    }
  };
  return Object.assign(client, { close: () => agent.destroy() });
}
