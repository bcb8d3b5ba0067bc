import { tmpdir } from 'node:os';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createByteBudget } from '../bodies/byte-budget.ts';
import type { BodyReception } from '../bodies/receive-body.ts';
import type { ResponseBuffering } from '../edge/buffered-response.ts';
import { createClientAddresses } from './client-addresses.ts';
import { createClientLimits, type ClientLimits } from './client-limits.ts';
import { createAdmitWrite, type AdmitWrite } from './write-limits.ts';

export interface ClientTimeouts {
  /** Maximum time for all headers of a request. */
  headersMs: number;
  /** Interval between checks for late headers. */
  checkMs: number;
  /** Maximum time without progress on a connection, during a request or a response. */
  stallMs: number;
}

/** Settings for slow clients and for clients with many connections. */
export interface ClientOptions {
  maxConnections: number;
  /** 0 is no limit, here and below. */
  maxConnectionsPerAddress: number;
  maxRequestsPerAddress: number;
  /** Reads with one service; further ones wait. */
  readsAtOncePerAddress: number;
  writesPerMinute: number;
  uploadsPerHour: number;
  checkoutsPerMinute: number;
  verificationsPerMinute: number;
  orderQueriesPerMinute: number;
  docsPerMinute: number;
  headersMs: number;
  stallMs: number;
  minBytesPerSecond: number;
  bodyMemoryBytes: number;
  spoolBytes: number;
  /** The system's directory for temporary files unless given. */
  spoolDirectory?: string | undefined;
  responseMemoryBytes: number;
  /** Interval between checks of headers and rates. */
  checkMs?: number;
  rateWindowMs?: number;
}

const CHECK_MS = 1_000;
const RATE_WINDOW_MS = 5_000;
const MAX_BODY_IN_MEMORY_BYTES = 131_072;
const MAX_HELD_RESPONSE_BYTES = 4_194_304;

/** Bounds on what clients may hold: connections, requests, memory, files and time. */
export interface ClientProtection {
  limits: ClientLimits;
  admitWrite: AdmitWrite;
  timeouts: ClientTimeouts;
  bodyReception: BodyReception;
  responseBuffering: ResponseBuffering;
}

export function createClientProtection(
  options: ClientOptions,
  trustedProxies: readonly string[],
): ClientProtection {
  const { minBytesPerSecond, rateWindowMs: windowMs = RATE_WINDOW_MS } = options;
  return {
    limits: createClientLimits({
      addresses: createClientAddresses(trustedProxies),
      maxConnections: options.maxConnectionsPerAddress,
      maxRequests: options.maxRequestsPerAddress,
      readsAtOnce: options.readsAtOncePerAddress,
      docsPerMinute: options.docsPerMinute,
    }),
    admitWrite: createAdmitWrite({
      counters: inProcessCounters(),
      writesPerMinute: options.writesPerMinute,
      uploadsPerHour: options.uploadsPerHour,
      checkoutsPerMinute: options.checkoutsPerMinute,
      verificationsPerMinute: options.verificationsPerMinute,
      orderQueriesPerMinute: options.orderQueriesPerMinute,
    }),
    timeouts: {
      headersMs: options.headersMs,
      checkMs: options.checkMs ?? CHECK_MS,
      stallMs: options.stallMs,
    },
    bodyReception: {
      memory: createByteBudget(options.bodyMemoryBytes),
      spool: createByteBudget(options.spoolBytes),
      spoolDirectory: options.spoolDirectory ?? tmpdir(),
      maxMemoryBytes: MAX_BODY_IN_MEMORY_BYTES,
      minBytesPerSecond,
      windowMs,
    },
    responseBuffering: {
      memory: createByteBudget(options.responseMemoryBytes),
      maxBytes: MAX_HELD_RESPONSE_BYTES,
      minBytesPerSecond,
      windowMs,
    },
  };
}
