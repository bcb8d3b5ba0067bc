/** Thrown instead of opening something once closing has begun. */
export class ClosingError extends Error {
  constructor(name: string) {
    super(`${name} was not opened: the process is closing`);
    this.name = 'ClosingError';
  }
}

/** What a process has opened, closed in the opposite order. */
export interface Closers {
  /** Opens something and registers its `close`. Throws `ClosingError`, and opens nothing, once closing has begun. */
  open<T extends { close: () => unknown }>(name: string, open: () => T): T;
  /**
   * Registers how to close something that was opened already. Once closing has begun it is closed at once, so that
   * nothing stays open.
   */
  add(name: string, close: () => unknown): void;
  /** From here on nothing is opened; what is open stays so until `closeAll`. */
  beginClosing(): void;
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
    beginClosing: () => closing.abort(),
    get isClosing() {
      return closing.signal.aborted;
    },
    signal: closing.signal,
    async closeAll() {
      closing.abort();
      closed ??= closeOpened();
      // Something may be registered, and closed, while the others are.
      for (let waited = null; waited !== closed;) await (waited = closed);
    },
  };
}
