import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { unavailable } from '@vidhi/contracts/errors.ts';
import { childModule } from '@vidhi/service-kit/child-module.ts';
import { lowerPriority } from '@vidhi/service-kit/lower-priority.ts';
import type { PasswordAlgorithms } from './password-algorithms.ts';
import type { PasswordMessage, PasswordRequest, PasswordTask } from './password-messages.ts';

interface PasswordProcessOptions {
  /** Tasks that are computed at a time. */
  threads: number;
  /** Priority against all other processes: 0 to 19, the lowest. */
  niceness: number;
  /** Time after which a task fails; a process from which nothing comes for as long again is replaced. */
  deadlineMs: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  script?: string;
}

export interface PasswordProcess extends PasswordAlgorithms {
  /** Ends the process; pending tasks fail. */
  close: () => Promise<void>;
}

const SCRIPT = childModule(path.join(import.meta.dirname, 'password-process.ts'));
const RETRY_AFTER_SECONDS = 1;
/** Pause before the replacement of a process that could not be started, or ended soon. */
const RESTART_MS = 1_000;
/** A process that accepted tasks for this long is replaced without a pause. */
const STABLE_MS = 5_000;
/** A process that does not accept tasks after this time is replaced; on a busy machine its start takes seconds. */
const START_DEADLINE_MS = 60_000;
const CLOSE_MS = 1_000;

interface Pending {
  resolve: (result: string | boolean) => void;
  reject: (error: Error) => void;
}

interface Running {
  child: ChildProcess;
  pending: Map<number, Pending>;
  /** When it began to accept tasks, by `performance.now()`; null before. */
  readyAt: number | null;
  /** Kills it, unless a message comes before. */
  killTimer: NodeJS.Timeout | undefined;
}

/**
 * Computes password hashes in a child process of low priority, which gets the processor time that other requests leave.
 * Tasks of a process that crashes or hangs fail with 503, and another process takes its place.
 */
export function startPasswordProcess(options: PasswordProcessOptions): PasswordProcess {
  const { threads, niceness, deadlineMs, log, script = SCRIPT } = options;
  let running: Running | null = null;
  let restart: NodeJS.Timeout | undefined;
  let isClosing = false;
  let lastId = 0;

  const forkProcess = (): ChildProcess =>
    fork(script, [], {
      // Its own session has its own priority, and does not get the signals that end the service, as the process has to
      // drain first.
      detached: true,
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
      // Nothing of the service's environment, so no secrets.
      env: { PATH: process.env['PATH'] ?? '', UV_THREADPOOL_SIZE: String(threads), MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });

  function start(): void {
    let child: ChildProcess;
    try {
      child = forkProcess();
    } catch (error) {
      // Thrown for some errors, as for a lack of memory; others are emitted.
      log.error({ err: error }, 'the password process cannot be started');
      restart = setTimeout(start, RESTART_MS);
      return;
    }
    const started: Running = { child, pending: new Map(), readyAt: null, killTimer: undefined };
    killAfter(started, START_DEADLINE_MS);
    running = started;
    child.on('message', (message: PasswordMessage) => receive(started, message));
    child.once('error', (error) => ended(started, error));
    child.once('exit', (code, signal) =>
      ended(started, new Error(`the password process ended (${signal ?? code})`)),
    );
  }

  function killAfter(target: Running, ms: number): void {
    target.killTimer = setTimeout(() => target.child.kill('SIGKILL'), ms);
  }

  function receive(from: Running, message: PasswordMessage): void {
    clearTimeout(from.killTimer);
    from.killTimer = undefined;
    if (message.kind === 'ready') {
      from.readyAt = performance.now();
      // Not before: on a busy machine its start would take long.
      if (from.child.pid !== undefined) lowerPriority(from.child.pid, niceness);
      return;
    }
    const task = from.pending.get(message.id);
    from.pending.delete(message.id);
    if (message.kind === 'done') task?.resolve(message.result);
    else task?.reject(new Error(message.reason));
  }

  function ended(from: Running, reason: Error): void {
    if (running !== from) return;
    running = null;
    clearTimeout(from.killTimer);
    for (const { reject } of from.pending.values()) reject(unavailable(RETRY_AFTER_SECONDS));
    if (isClosing) return;
    log.error({ err: reason, failedTasks: from.pending.size }, 'replacing the password process');
    const wasStable = from.readyAt !== null && performance.now() - from.readyAt >= STABLE_MS;
    if (wasStable) start();
    else restart = setTimeout(start, RESTART_MS);
  }

  function expire(from: Running, id: number): void {
    const task = from.pending.get(id);
    from.pending.delete(id);
    task?.reject(unavailable(RETRY_AFTER_SECONDS));
    // On a busy machine a task may take as long in a process that works.
    if (from.readyAt !== null && from.killTimer === undefined) killAfter(from, deadlineMs);
  }

  async function run(task: PasswordTask): Promise<string | boolean> {
    if (running === null) throw unavailable(RETRY_AFTER_SECONDS);
    const target = running;
    const id = (lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    target.pending.set(id, { resolve, reject });
    const request: PasswordRequest = { id, task };
    // A send error needs no handling: the `exit` event fails the tasks of a process that has ended.
    target.child.send(request, () => undefined);
    const timer = setTimeout(() => expire(target, id), deadlineMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  start();
  return {
    hash: async (password) => String(await run({ kind: 'hash', password })),
    verify: async (password, stored) => (await run({ kind: 'verify', password, stored })) === true,
    async close() {
      isClosing = true;
      clearTimeout(restart);
      if (running === null) return;
      const { child } = running;
      const exited = once(child, 'exit');
      if (child.connected) child.disconnect();
      await Promise.race([exited, delay(CLOSE_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await exited;
    },
  };
}
