import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WireError } from '@vidhi/contracts/errors.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createReadPermits, type ReleasePermit } from './read-permits.ts';
import { limitKeyOf, type ClientAddresses } from './client-addresses.ts';
import { createClientTurns } from './client-turns.ts';

const RETRY_AFTER_SECONDS = 1;
const MINUTE_MS = 60_000;

export interface ClientLimitsOptions {
  addresses: ClientAddresses;
  /** Connections of one address; a trusted proxy's are not counted. 0 is no limit. */
  maxConnections: number;
  /** Requests of one address that wait for a service or for their client at the same time. 0 is no limit. */
  maxRequests: number;
  /**
   * Limits two numbers, both per address: the reads that one service is processing, and the requests that start in one
   * turn of the event loop, not counting those that the cache answers. Further requests wait. 0: no limit.
   */
  readsAtOnce: number;
  /** Requests of one address for the API reference, whose files are large, in a minute. 0 is no limit. */
  docsPerMinute: number;
}

/** Keeps one client address from taking what all clients share. */
export interface ClientLimits {
  /** Counts a connection until it closes; false when its address has too many. */
  admitConnection(socket: Socket): boolean;
  /** Counts a request until its response is sent or given up; false when its address has too many. */
  admitRequest(request: IncomingMessage, response: ServerResponse): boolean;
  /** Waits until the address may send one more read to this service; see `ReadPermits`. */
  takePermit(
    request: IncomingMessage,
    response: ServerResponse,
    service: string,
  ): Promise<ReleasePermit | null>;
  /** Counts a request for the API reference; false when its address has made too many. */
  admitDocs(request: IncomingMessage): Promise<boolean>;
  /** Starts a request in this turn of the event loop or a later one; see `ClientTurns`. */
  startRequest(request: IncomingMessage, task: () => void): void;
  readonly rejected: { connections: number; requests: number };
}

export const tooManyAtOnce = (): WireError =>
  new WireError(429, 'RateLimitError', 'Too many requests, please try again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** Counts what is open by key; forgets a key that has nothing open. */
class OpenCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max === 0 ? Infinity : max;
  }

  open(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  close(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

export function createClientLimits({
  addresses,
  maxConnections,
  maxRequests,
  readsAtOnce,
  docsPerMinute,
}: ClientLimitsOptions): ClientLimits {
  const connections = new OpenCounts(maxConnections);
  const requests = new OpenCounts(maxRequests);
  const permits = createReadPermits(readsAtOnce);
  const turns = createClientTurns(readsAtOnce);
  const docs = inProcessCounters();
  const rejected = { connections: 0, requests: 0 };
  return {
    rejected,
    admitConnection(socket) {
      if (addresses.isTrustedProxy(socket)) return true;
      const key = limitKeyOf(socket.remoteAddress ?? '');
      if (!connections.open(key)) {
        rejected.connections += 1;
        return false;
      }
      socket.once('close', () => connections.close(key));
      return true;
    },
    startRequest: (request, task) => turns.start(limitKeyOf(addresses.of(request)), task),
    takePermit: (request, response, service) =>
      permits.take(`${limitKeyOf(addresses.of(request))} ${service}`, response),
    async admitDocs(request) {
      if (docsPerMinute === 0) return true;
      const { count } = await docs.hit(limitKeyOf(addresses.of(request)), MINUTE_MS);
      if (count > docsPerMinute) rejected.requests += 1;
      return count <= docsPerMinute;
    },
    admitRequest(request, response) {
      const key = limitKeyOf(addresses.of(request));
      if (!requests.open(key)) {
        rejected.requests += 1;
        return false;
      }
      if (response.closed) requests.close(key);
      else response.once('close', () => requests.close(key));
      return true;
    },
  };
}
