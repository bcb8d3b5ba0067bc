/** Counts attempts in windows of time. Shared between the processes of this service where it can be. */
export interface AttemptCounters {
  /** Counts one more; the window begins with the first and ends `windowMs` later. */
  hit(key: string, windowMs: number): Promise<{ count: number; endsAt: number }>;
  /** Takes one back, if its window is still open. */
  release(key: string): Promise<void>;
  /** Takes a turn that comes once in `turnMs`; tells when the next one comes. */
  takeTurn(key: string, turnMs: number): Promise<{ taken: boolean; nextAt: number }>;
  forget(...keys: string[]): Promise<void>;
}

interface Slot {
  count: number;
  endsAt: number;
}

const MOST_KEYS = 100_000;

/**
 * Counters of this process alone.
 * @param weight counts each attempt as this many, for when several processes share one budget blindly.
 */
export function inProcessCounters(weight = 1, now: () => number = Date.now): AttemptCounters {
  const slots = new Map<string, Slot>();
  const open = (key: string): Slot | null => {
    const slot = slots.get(key);
    return slot !== undefined && slot.endsAt > now() ? slot : null;
  };
  /** Ended windows first, then the oldest: memory stays bounded whatever an attacker sends. */
  function makeRoom(): void {
    if (slots.size < MOST_KEYS) return;
    for (const [key, { endsAt }] of slots) if (endsAt <= now()) slots.delete(key);
    for (const key of slots.keys()) {
      if (slots.size < MOST_KEYS) return;
      slots.delete(key);
    }
  }
  function begin(key: string, slot: Slot): Slot {
    makeRoom();
    slots.set(key, slot);
    return slot;
  }
  return {
    async hit(key, windowMs) {
      const slot = open(key) ?? begin(key, { count: 0, endsAt: now() + windowMs });
      slot.count += weight;
      return { ...slot };
    },
    async release(key) {
      const slot = open(key);
      if (slot !== null) slot.count = Math.max(0, slot.count - weight);
    },
    async takeTurn(key, turnMs) {
      const held = open(key);
      if (held !== null) return { taken: false, nextAt: held.endsAt };
      const { endsAt } = begin(key, { count: 1, endsAt: now() + turnMs });
      return { taken: true, nextAt: endsAt };
    },
    async forget(...keys) {
      for (const key of keys) slots.delete(key);
    },
  };
}

/** Asks the first, and the second whenever the first does not answer. */
export function countersWithFallback(
  first: AttemptCounters,
  second: AttemptCounters,
  onFailure: (error: unknown) => void,
): AttemptCounters {
  const either = async <Result>(ask: (counters: AttemptCounters) => Promise<Result>): Promise<Result> => {
    try {
      return await ask(first);
    } catch (error) {
      onFailure(error);
      return ask(second);
    }
  };
  return {
    hit: (key, windowMs) => either((counters) => counters.hit(key, windowMs)),
    release: (key) => either((counters) => counters.release(key)),
    takeTurn: (key, turnMs) => either((counters) => counters.takeTurn(key, turnMs)),
    forget: (...keys) => either((counters) => counters.forget(...keys)),
  };
}
