/** Lets a write wait until the broker has acknowledged its events, while the broker is reachable. */
export interface Acknowledgements<Id> {
  /**
   * Resolves when the broker has acknowledged the events of this document up to this revision, at once while the circuit
   * is open, and after MAX_WAIT_MS (500 ms) at the latest. Never rejects: an event not yet published stays in the outbox.
   */
  until(id: Id, rev: number): Promise<void>;
  /** Call before a batch is sent. */
  sending(): void;
  /** Closes the circuit and resolves the waits for these documents up to these revisions. */
  succeeded(documents: readonly { id: Id; rev: number }[]): void;
  /** Opens the circuit and resolves all waits. */
  failed(): void;
}

const MAX_WAIT_MS = 500;

interface Waiter {
  rev: number;
  release(): void;
}

/**
 * Creates a circuit breaker for writes that wait for their publication. The circuit opens when a publication fails or
 * takes longer than MAX_WAIT_MS, and closes when one succeeds.
 */
export function createAcknowledgements<Id>(): Acknowledgements<Id> {
  const waiters = new Map<Id, Set<Waiter>>();
  let isOpen = false;
  let isSending = false;

  function wait(id: Id, rev: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const documentWaiters = waiters.get(id) ?? new Set();
    waiters.set(id, documentWaiters);
    const waiter: Waiter = {
      rev,
      release() {
        clearTimeout(timer);
        documentWaiters.delete(waiter);
        if (documentWaiters.size === 0) waiters.delete(id);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      if (isSending) isOpen = true;
      waiter.release();
    }, MAX_WAIT_MS);
    timer.unref();
    documentWaiters.add(waiter);
    return promise;
  }

  return {
    until: (id, rev) => (isOpen ? Promise.resolve() : wait(id, rev)),
    sending() {
      isSending = true;
    },
    succeeded(documents) {
      isSending = false;
      isOpen = false;
      for (const { id, rev } of documents)
        for (const waiter of waiters.get(id) ?? []) if (waiter.rev <= rev) waiter.release();
    },
    failed() {
      isSending = false;
      isOpen = true;
      for (const documentWaiters of waiters.values()) for (const waiter of documentWaiters) waiter.release();
    },
  };
}
