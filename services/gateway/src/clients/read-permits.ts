import type { ServerResponse } from 'node:http';

/** Returns a permit; further calls have no effect. */
export type ReleasePermit = () => void;

/**
 * Limits how many reads of one client a service processes at a time. The reads of other clients then wait for few
 * others. Further ones wait in order.
 */
export interface ReadPermits {
  /** Resolves with the return of a permit; null when the client has gone meanwhile. The end of the response returns it, too. */
  take(key: string, response: ServerResponse): Promise<ReleasePermit | null>;
  readonly waiting: number;
}

interface Permits {
  running: number;
  queue: Set<() => void>;
}

/** @param max reads at a time for each key; 0 is no limit */
export function createReadPermits(max: number): ReadPermits {
  const ofKeys = new Map<string, Permits>();
  let waiting = 0;

  function releasePermit(key: string, permits: Permits): void {
    const [next] = permits.queue;
    if (next !== undefined) next();
    else {
      permits.running -= 1;
      if (permits.running === 0) ofKeys.delete(key);
    }
  }

  function once(end: () => void): ReleasePermit {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end();
    };
  }

  function wait(permits: Permits, response: ServerResponse): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = (hasPermit: boolean): void => {
      permits.queue.delete(begin);
      response.off('close', give);
      waiting -= 1;
      resolve(hasPermit);
    };
    const begin = (): void => leave(true);
    const give = (): void => leave(false);
    permits.queue.add(begin);
    response.once('close', give);
    waiting += 1;
    return promise;
  }

  return {
    get waiting() {
      return waiting;
    },
    async take(key, response) {
      if (max === 0) return () => undefined;
      const permits = ofKeys.get(key) ?? { running: 0, queue: new Set() };
      ofKeys.set(key, permits);
      if (permits.running < max) permits.running += 1;
      else if (!(await wait(permits, response))) return null;
      const end = once(() => releasePermit(key, permits));
      if (response.closed) {
        end();
        return null;
      }
      response.once('close', end);
      return end;
    },
  };
}
