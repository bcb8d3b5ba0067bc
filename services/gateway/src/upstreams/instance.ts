import type { Dispatcher } from 'undici';
import { Pool } from 'undici';

/** One process that answers, and what its last requests said about it. */
export interface Instance {
  /** `http://host:port`, without a path. */
  readonly origin: string;
  readonly pool: Dispatcher;
  /** Passed over until then; 0 while it is well. */
  downUntil: number;
  failuresInARow: number;
}

export interface UpstreamLimits {
  connectMs: number;
  /** From the request to the first byte, and between bytes. */
  answerMs: number;
  connections: number;
}

export const createInstance = (url: string, limits: UpstreamLimits): Instance => {
  const { origin } = new URL(url);
  return {
    origin,
    pool: new Pool(origin, {
      connections: limits.connections,
      pipelining: 1,
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.answerMs,
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 60_000,
      maxHeaderSize: 32_768,
    }),
    downUntil: 0,
    failuresInARow: 0,
  };
};
