import { setTimeout as sleep } from 'node:timers/promises';
import { startFetch, type UpstreamRequest, type UpstreamResponse } from './fetch-response.ts';
import { silentMs, takesRequests, type Instance } from './instance.ts';
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

/** While a response is late, the health of its instance is checked: first after this time, then at CHECK_INTERVAL_MS. */
const FIRST_CHECK_MS = 1_000;
const CHECK_INTERVAL_MS = 250;
/** An instance that has responded within this time is alive. */
const ALIVE_MS = 500;
/** A probe is abandoned sooner. */
const MAX_PROBE_MS = 5_000;
const RESULT_INTERVAL_MS = 10;
/** Limits how many instances a read that crashes or blocks its process can reach. */
const MAX_EXECUTIONS = 2;

/** Callbacks for each attempt, for metrics. */
export interface AttemptObserver {
  onSettled?(instance: Instance, milliseconds: number): void;
  onFailure?(instance: Instance, error: unknown): void;
  onRetry?(): void;
}

export interface FailoverOptions {
  /** Limit for all attempts together. */
  timeoutMs: number;
  /** Time that the request waits while all instances are being restarted; 0 by default. */
  maxWaitMs?: number;
  observer?: AttemptObserver;
}

/** Returns the error to abort a late response with, or null to wait on. */
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
    if (reason === null) timer = setTimeout(check, Math.min(CHECK_INTERVAL_MS, deadline - now));
    else pending.abort(reason);
  };
  let timer = setTimeout(check, Math.min(FIRST_CHECK_MS, Math.max(0, deadline - startedAt)));
  try {
    return await pending.response;
  } finally {
    clearTimeout(timer);
  }
}

interface FailedExecution {
  instance: Instance;
  failedAt: number;
}

/** Waits until the probes that failures have requested have found out whether these processes have ended. */
async function waitForProbes(failed: readonly FailedExecution[], until: number): Promise<void> {
  const end = Math.min(until, performance.now() + MAX_PROBE_MS);
  const isPending = ({ instance, failedAt }: FailedExecution): boolean =>
    takesRequests(instance) && instance.probedAt < failedAt;
  while (failed.some(isPending) && performance.now() < end) await sleep(RESULT_INTERVAL_MS);
}

/** Resolves with true when an instance takes requests again before `until`, of `performance.now()`. */
async function waitForRestart(
  set: InstanceSet,
  { until, executions }: { until: number; executions: readonly FailedExecution[] },
): Promise<boolean> {
  if (performance.now() >= until) return false;
  // A read that fails on an instance which keeps running is not sent again.
  await waitForProbes(executions, until);
  return set.waitForRestart(until - performance.now());
}

const isFinal = (error: unknown): boolean => isReadTimeout(error) || error instanceof ResponseTooLargeError;

/**
 * Resolves with the complete response of the first instance that responds. Fails over to another instance after a
 * connection error, a 503, a connection reset, and when the instance does not respond to its probe either; never after a
 * slow read of a responsive instance. While all instances are being restarted, waits for the first for at most `maxWaitMs`
 * after the call. Rejects with `NoInstanceError` when no instance takes requests, with
 * `RepeatedFailureError` when two instances failed while executing the read, else with the last error.
 */
export async function fetchWithFailover(
  set: InstanceSet,
  request: UpstreamRequest,
  { timeoutMs, maxWaitMs = 0, observer }: FailoverOptions,
): Promise<UpstreamResponse> {
  const calledAt = performance.now();
  const deadline = calledAt + timeoutMs;
  let tried: Instance[] = [];
  const executions: FailedExecution[] = [];
  let unavailable: UpstreamResponse | null = null;
  let failure: unknown = new NoInstanceError();
  for (;;) {
    const instance = set.next(...tried);
    if (instance === null) {
      const until = calledAt + Math.min(maxWaitMs, timeoutMs);
      if (!(await waitForRestart(set, { until, executions }))) break;
      tried = [];
      continue;
    }
    if (tried.length > 0) observer?.onRetry?.();
    tried.push(instance);
    const startedAt = performance.now();
    try {
      const response = await attempt(set, instance, request, deadline);
      if (response.status !== 503) return response;
      // The instance is not ready, or rejects only this read: the probe finds out.
      instance.requestProbe();
      unavailable = response;
    } catch (error) {
      observer?.onFailure?.(instance, error);
      if (isFinal(error)) throw error;
      // Before the report, whose probe must count.
      if (!couldNotConnect(error)) executions.push({ instance, failedAt: performance.now() });
      set.reportFailure(instance, error);
      failure = error;
      if (executions.length === MAX_EXECUTIONS)
        throw new RepeatedFailureError(`${executions.length} instances failed`, { cause: error });
    } finally {
      observer?.onSettled?.(instance, performance.now() - startedAt);
    }
  }
  if (unavailable !== null) return unavailable;
  throw failure;
}
