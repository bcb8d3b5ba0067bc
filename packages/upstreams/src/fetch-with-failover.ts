import { startFetch, type UpstreamRequest, type UpstreamResponse } from './fetch-response.ts';
import { silentMs, type Instance } from './instance.ts';
import type { InstanceSet } from './instance-set.ts';
import {
  couldNotConnect,
  isReadTimeout,
  NoInstanceError,
  ReadTimeoutError,
  RepeatedFailureError,
  ResponseTooLargeError,
  UnresponsiveError,
} from './upstream-error.ts';

/** When a response is late, its instance's probe is looked at, first after this time and then again and again. */
const FIRST_CHECK_MS = 1_000;
const CHECK_MS = 250;
/** A response that came less than this ago proves that the instance is alive. */
const ALIVE_MS = 500;
/** A read that kills or blocks the process which executes it must not reach every instance. */
const MAX_EXECUTIONS = 2;

/** Told about each attempt, for metrics. */
export interface AttemptObserver {
  onSettled?(instance: Instance, milliseconds: number): void;
  onFailure?(instance: Instance, error: unknown): void;
  onRetry?(): void;
}

export interface FailoverOptions {
  /** For all attempts together. */
  timeoutMs: number;
  observer?: AttemptObserver;
}

/** Resolves the error with which to give up a late response now, or null while it is worth waiting. */
function reasonToAbort(set: InstanceSet, instance: Instance, startedAt: number, now: number): Error | null {
  if (silentMs(instance, now) < ALIVE_MS) return null;
  if (!set.hasOther(instance) && now - startedAt < set.maxSilenceMs) return null;
  return new UnresponsiveError(instance.origin);
}

async function attempt(
  set: InstanceSet,
  instance: Instance,
  request: UpstreamRequest,
  deadline: number,
): Promise<UpstreamResponse> {
  const startedAt = performance.now();
  const pending = startFetch(instance, request);
  const check = (): void => {
    const now = performance.now();
    const reason =
      now >= deadline
        ? new ReadTimeoutError(instance.origin, Math.round(now - startedAt))
        : reasonToAbort(set, instance, startedAt, now);
    if (reason === null) timer = setTimeout(check, Math.min(CHECK_MS, deadline - now));
    else pending.abort(reason);
  };
  let timer = setTimeout(check, Math.min(FIRST_CHECK_MS, Math.max(0, deadline - startedAt)));
  try {
    return await pending.response;
  } finally {
    clearTimeout(timer);
  }
}

const isFinal = (error: unknown): boolean => isReadTimeout(error) || error instanceof ResponseTooLargeError;

/**
 * Resolves the whole response of the first instance that gives one. Another instance is asked after a failed
 * connection, a 503, a connection that was reset, and when the instance is silent to its probe too; never after a
 * read that was only slow. Rejects with `NoInstanceError` when none takes requests, with `RepeatedFailureError` when two failed during the read, else with the
 * last failure.
 */
export async function fetchWithFailover(
  set: InstanceSet,
  request: UpstreamRequest,
  { timeoutMs, observer }: FailoverOptions,
): Promise<UpstreamResponse> {
  const deadline = performance.now() + timeoutMs;
  const tried: Instance[] = [];
  let executions = 0;
  let unavailable: UpstreamResponse | null = null;
  let failure: unknown = new NoInstanceError();
  for (;;) {
    const instance = set.next(...tried);
    if (instance === null) break;
    if (tried.length > 0) observer?.onRetry?.();
    tried.push(instance);
    const startedAt = performance.now();
    try {
      const response = await attempt(set, instance, request, deadline);
      if (response.status !== 503) return response;
      // Not ready, or too busy for this read: the probe tells which.
      instance.requestProbe();
      unavailable = response;
    } catch (error) {
      observer?.onFailure?.(instance, error);
      if (isFinal(error)) throw error;
      set.reportFailure(instance, error);
      failure = error;
      if (!couldNotConnect(error)) executions += 1;
      if (executions === MAX_EXECUTIONS)
        throw new RepeatedFailureError(`${executions} instances failed`, { cause: error });
    } finally {
      observer?.onSettled?.(instance, performance.now() - startedAt);
    }
  }
  if (unavailable !== null) return unavailable;
  throw failure;
}
