/** Who waits until the broker has acknowledged a document's events, and whether waiting has any prospect. */
export interface Acknowledgements<Id> {
  /**
   * Resolves when the events of this document up to this revision are acknowledged; at once while the broker is known
   * to be away, after MAX_WAIT_MS otherwise. Never rejects: the outbox holds the event.
   */
  until(id: Id, rev: number): Promise<void>;
  /** Notes that records are on their way to the broker. */
  sending(): void;
  succeeded(documents: readonly { id: Id; rev: number }[]): void;
  /** Lets everybody go: the broker does not take records at the moment. */
  failed(): void;
}

const MAX_WAIT_MS = 500;

interface Waiter {
  rev: number;
  release(): void;
}

/**
 * A circuit breaker for writes that wait for their publication: open from a failed publication, or one that took longer
 * than the wait, to the next that succeeds.
 */
export function createAcknowledgements<Id>(): Acknowledgements<Id> {
  const waiters = new Map<Id, Set<Waiter>>();
  let isOpen = false;
  let isSending = false;

  function wait(id: Id, rev: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ofDocument = waiters.get(id) ?? new Set();
    waiters.set(id, ofDocument);
    const waiter: Waiter = {
      rev,
      release() {
        clearTimeout(timer);
        ofDocument.delete(waiter);
        if (ofDocument.size === 0) waiters.delete(id);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      if (isSending) isOpen = true;
      waiter.release();
    }, MAX_WAIT_MS);
    timer.unref();
    ofDocument.add(waiter);
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
      for (const ofDocument of waiters.values()) for (const waiter of ofDocument) waiter.release();
    },
  };
}
