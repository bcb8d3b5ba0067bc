import { setTimeout as delay } from 'node:timers/promises';

/** A run that waits for others must not keep the rest of the process from closing. */
const MAX_RUN_WAIT_MS = 5_000;

/** Thrown when a resource is to be opened after closing has begun. */
export class ClosingError extends Error {
  constructor(name: string) {
    super(`${name} was not opened: the process is closing`);
    this.name = 'ClosingError';
  }
}

/** The open resources of a process, which are closed in reverse order of opening. */
export interface Closers {
  /** Opens a resource and registers its `close`. Throws `ClosingError` without opening it when closing has begun. */
  open<T extends { close: () => unknown }>(name: string, open: () => T): T;
  /**
   * Registers the `close` of a resource that is open already. Called at once when closing has begun, so that the resource
   * does not stay open.
   */
  add(name: string, close: () => unknown): void;
  /**
   * Runs a task at intervals until closing begins, one run at a time; a failure is reported and the next run follows.
   * Closing waits for the run that has begun, for some seconds at most.
   * @param atOnce with a first run now
   */
  every(name: string, intervalMs: number, task: () => unknown, options?: { atOnce?: boolean }): void;
  /** Prevents the opening of further resources; open ones stay open until `closeAll`. */
  beginClosing(): void;
  readonly isClosing: boolean;
  /** Aborted when closing begins. */
  readonly signal: AbortSignal;
  /** Closes one after the other, last opened first. Reports failures and closes the others nevertheless. */
  closeAll(): Promise<void>;
}

/**
 * Creates an empty list of resources.
 * @param onFailure is called when closing one fails
 * @param onTaskFailure is called when a run of a repeated task fails
 */
export function createClosers(
  onFailure: (name: string, error: unknown) => void = () => {},
  onTaskFailure: (name: string, error: unknown) => void = onFailure,
): Closers {
  const opened: { name: string; close: () => unknown }[] = [];
  const closing = new AbortController();
  let closed: Promise<void> | null = null;

  async function closeOne({ name, close }: (typeof opened)[number]): Promise<void> {
    try {
      await close();
    } catch (error) {
      onFailure(name, error);
    }
  }

  async function closeOpened(): Promise<void> {
    for (let next = opened.pop(); next !== undefined; next = opened.pop()) await closeOne(next);
  }

  function add(name: string, close: () => unknown): void {
    if (closed === null) opened.push({ name, close });
    else closed = Promise.all([closed, closeOne({ name, close })]).then(() => undefined);
  }

  return {
    open(name, open) {
      if (closing.signal.aborted) throw new ClosingError(name);
      const resource = open();
      add(name, () => resource.close());
      return resource;
    },
    add,
    every(name, intervalMs, task, { atOnce = false } = {}) {
      let running: Promise<void> | null = null;
      const run = (): void => {
        if (closing.signal.aborted) return;
        running ??= Promise.resolve()
          .then(task)
          .then(
            () => undefined,
            (error: unknown) => onTaskFailure(name, error),
          )
          .finally(() => (running = null));
      };
      const timer = setInterval(run, intervalMs);
      timer.unref();
      add(name, () => {
        clearInterval(timer);
        return Promise.race([running, delay(MAX_RUN_WAIT_MS, undefined, { ref: false })]);
      });
      if (atOnce) run();
    },
    beginClosing: () => closing.abort(),
    get isClosing() {
      return closing.signal.aborted;
    },
    signal: closing.signal,
    async closeAll() {
      closing.abort();
      closed ??= closeOpened();
      // Resources may be registered, and closed, while others are being closed.
      for (let waited = null; waited !== closed;) await (waited = closed);
    },
  };
}
