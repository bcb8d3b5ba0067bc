/** What a process has opened, closed in the opposite order. */
export interface Closers {
  /**
   * Registers what closes something that was just opened. Once closing has begun, it is called at once: what was opened
   * too late does not stay open.
   */
  add(name: string, close: () => unknown): void;
  /** Whether closing has begun; whoever opens things in the background then stops. */
  readonly isClosing: boolean;
  /** Aborted when closing begins. */
  readonly signal: AbortSignal;
  /** Closes one after the other, last opened first. A failure is reported and does not keep the others open. */
  closeAll(): Promise<void>;
}

export function createClosers(onFailure: (name: string, error: unknown) => void = () => {}): Closers {
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

  return {
    add(name, close) {
      if (closed === null) opened.push({ name, close });
      else closed = Promise.all([closed, closeOne({ name, close })]).then(() => undefined);
    },
    get isClosing() {
      return closing.signal.aborted;
    },
    signal: closing.signal,
    async closeAll() {
      if (closed === null) {
        closing.abort();
        closed = closeOpened();
      }
      // Something may be registered, and closed, while the others are.
      for (let waited = null; waited !== closed;) await (waited = closed);
    },
  };
}
