import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError, messageOf } from './engine-error.mjs';
import { watchHeartbeat } from './heartbeat.mjs';

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, sentence?: string | undefined }} ChildExit
 * @typedef {{
 *   pid?: number | undefined, stop: () => Promise<void>, kill?: (signal: NodeJS.Signals) => void,
 *   heartbeat?: import('./heartbeat.mjs').Heartbeat, warning?: string | undefined,
 * }} Child `warning` describes a problem of a child that runs nevertheless.
 * @typedef {'up' | 'restarting' | 'failing' | 'stopped'} ProcessState
 * @typedef {{
 *   name: string, pid: () => number | undefined, state: () => ProcessState, failure: () => Error | undefined,
 *   kill: (signal: NodeJS.Signals) => void, stop: () => Promise<void>,
 * }} Supervised
 * @typedef {{ onExit: (exit: ChildExit) => void, signal: AbortSignal, isRestart: boolean }} StartContext
 * @typedef {{ now: () => number, delay: (ms: number, signal: AbortSignal) => Promise<unknown> }} Clock
 */

const MIN_BACKOFF_MS = 250;
export const MAX_BACKOFF_MS = 15_000;
/** The back-off is reset for a child that was up for this long. */
const HEALTHY_MS = 60_000;
/** A child that failed repeatedly is reported as recovered when it has been up for this long. */
const STEADY_MS = 10_000;
const FAILURES_UNTIL_LEFT_OUT = 4;
const MAX_STRICT_FAILURES = 6;

/** @type {Clock} */
const systemClock = {
  now: () => performance.now(),
  delay: (ms, signal) => delay(ms, undefined, { signal }),
};

/** @param {ChildExit} exit */
const describeExit = ({ code, signal }) => (signal === null ? `code ${code}` : `signal ${signal}`);

/** @param {string} name @param {Error} cause */
const describeFailedStart = (name, { message }) =>
  message.startsWith(name) ? message : `${name} did not start: ${message}`;

/** Its own arithmetic, as the launcher runs before any dependency is installed. @param {number} failures in a row */
const backoffOf = (failures) =>
  failures <= 1 ? 0 : Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);

/**
 * Starts a child and restarts it for ever whenever it exits, fails to start or stops responding, with
 * exponential back-off. Resolves after the first attempt, whether the child is up (`state()` is `up`) or is
 * still being retried. Logs each change of state once, not each attempt.
 *
 * With `onGiveUp` it is strict: rejects when the first start fails, and calls `onGiveUp` after too many
 * failures.
 * @template {Child} C
 * @param {{
 *   name: string, start: (context: StartContext) => Promise<C>, say: (line: string) => void,
 *   onGiveUp?: ((error: Error) => void) | undefined, ending?: AbortSignal | undefined, clock?: Clock,
 * }} options `ending` is aborted when everything is about to stop: nothing is started from then on.
 * @returns {Promise<Supervised & { child: () => C | undefined }>}
 */
export async function supervise({ name, start, say, onGiveUp, ending, clock = systemClock }) {
  const stopping = new AbortController();
  const signal = ending === undefined ? stopping.signal : AbortSignal.any([stopping.signal, ending]);
  const aborted = new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  /** @type {C | undefined} */
  let child;
  /** @type {ProcessState} */
  let state = 'restarting';
  /** @type {Error | undefined} */
  let failure;
  let failures = 0;
  let isRestart = false;

  /** Starts the child once; resolves with a promise of its exit. */
  async function startOnce() {
    const exits = new EventEmitter();
    /** @type {Promise<ChildExit>} */
    const exited = once(exits, 'exit').then(([exit]) => exit);
    const started = await start({ onExit: (exit) => void exits.emit('exit', exit), signal, isRestart });
    isRestart = true;
    child = started;
    if (signal.aborted) {
      await started.stop();
      throw new EngineError(`${name} was stopped during its start.`);
    }
    if (started.warning !== undefined) say(started.warning);
    return { exited, startedAt: clock.now() };
  }

  /**
   * Logs that a child that failed repeatedly has recovered, after it has been up for STEADY_MS.
   * @param {Promise<ChildExit>} exited
   */
  async function announceWhenSteady(exited) {
    const ended = new AbortController();
    void exited.then(() => ended.abort());
    try {
      await clock.delay(STEADY_MS, AbortSignal.any([signal, ended.signal]));
    } catch {
      return;
    }
    if (ended.signal.aborted || signal.aborted) return;
    state = 'up';
    say(`${name} is back.`);
  }

  /** @param {Promise<ChildExit>} exited */
  async function replaceWhenHung(exited) {
    const watched = child;
    if (watched?.heartbeat === undefined || watched.pid === undefined) return;
    const ended = new AbortController();
    void exited.then(() => ended.abort());
    const silentMs = await watchHeartbeat({
      ...watched.heartbeat,
      pid: watched.pid,
      signal: AbortSignal.any([signal, ended.signal]),
    });
    if (silentMs === undefined) return;
    if (state === 'up') say(`${name} has not responded for ${Math.round(silentMs / 1_000)} s: killing it.`);
    watched.kill?.('SIGKILL');
  }

  /**
   * Counts a failure, logs a change of state, and waits for the back-off.
   * @param {string} line @param {Error} cause
   */
  async function backOff(line, cause) {
    failure = cause;
    failures += 1;
    if (state !== 'failing') {
      state = failures < FAILURES_UNTIL_LEFT_OUT ? 'restarting' : 'failing';
      say(
        state === 'restarting'
          ? line
          : `${name} keeps failing: the site runs without it, and it is retried every ${MAX_BACKOFF_MS / 1_000} s. ${messageOf(cause)}`,
      );
    }
    if (onGiveUp !== undefined && failures > MAX_STRICT_FAILURES) {
      onGiveUp(cause);
      return false;
    }
    await clock.delay(backoffOf(failures), signal).catch(() => undefined);
    return !signal.aborted;
  }

  /** @param {{ exited: Promise<ChildExit>, startedAt: number }} running */
  async function untilExit({ exited, startedAt }) {
    void replaceWhenHung(exited);
    const exit = await Promise.race([exited, aborted]);
    if (exit === undefined || signal.aborted) return false;
    const { sentence } = /** @type {ChildExit} */ (exit);
    const how = describeExit(/** @type {ChildExit} */ (exit));
    child = undefined;
    if (clock.now() - startedAt >= HEALTHY_MS) failures = 0;
    return backOff(
      `${name} stopped unexpectedly (${how}); starting it again.`,
      new EngineError(sentence ?? `${name} exited (${how}): its log says why.`),
    );
  }

  async function untilStarted() {
    for (;;) {
      try {
        const running = await startOnce();
        if (state === 'failing') void announceWhenSteady(running.exited);
        else {
          state = 'up';
          say(`${name} is back.`);
        }
        return running;
      } catch (error) {
        if (signal.aborted) return undefined;
        const cause = error instanceof Error ? error : new Error(String(error));
        if (!(await backOff(describeFailedStart(name, cause), cause))) return undefined;
      }
    }
  }

  /** @param {{ exited: Promise<ChildExit>, startedAt: number } | undefined} running */
  async function keepRunning(running) {
    for (let current = running; ; current = undefined) {
      current ??= await untilStarted();
      if (current === undefined || !(await untilExit(current))) return;
    }
  }

  /** @type {Promise<void>} */
  let loop;
  try {
    const running = await startOnce();
    state = 'up';
    loop = keepRunning(running);
  } catch (error) {
    if (onGiveUp !== undefined || signal.aborted) throw error;
    const cause = error instanceof Error ? error : new Error(String(error));
    loop = backOff(describeFailedStart(name, cause), cause).then((shouldContinue) =>
      shouldContinue ? keepRunning(undefined) : undefined,
    );
  }
  return {
    name,
    child: () => child,
    pid: () => child?.pid,
    state: () => state,
    failure: () => (state === 'up' ? undefined : failure),
    kill: (killSignal) => child?.kill?.(killSignal),
    async stop() {
      stopping.abort();
      await Promise.all([child?.stop(), loop]);
      // A start in progress at the stop has stopped its child itself.
      state = 'stopped';
    },
  };
}
