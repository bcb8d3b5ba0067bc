import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@vidhi/harness/http-exchange.ts';

/** Detects when the machine is overloaded. */
export interface MachineWatch {
  /** Returns whether an idle process was delayed during the span, or shortly before or after it. */
  wasHeldUp(from: number, to: number): boolean;
  stop(): Promise<void>;
}

const INTERVAL_MS = 200;
/** An idle process responds in a few milliseconds: one that takes this long waits for a CPU. */
const HELD_UP_MS = 300;
/** Health checks are affected later and for some time. */
const BEFORE_MS = 1_000;
const AFTER_MS = 3_000;

/**
 * Polls /livez of an idle process without faults: it is late only when the machine is overloaded. Failures in
 * such moments are not caused by the product.
 */
export function watchMachine(client: Client): MachineWatch {
  const ending = new AbortController();
  const heldUp: { from: number; to: number }[] = [];
  let sentAt = Date.now();

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      sentAt = Date.now();
      const { startedAt, endedAt } = await client('/livez');
      if (endedAt - startedAt > HELD_UP_MS)
        heldUp.push({ from: startedAt - BEFORE_MS, to: endedAt + AFTER_MS });
      sentAt = Infinity;
      await delay(INTERVAL_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const watching = watch();
  return {
    wasHeldUp(from, to) {
      if (Date.now() - sentAt > HELD_UP_MS && to > sentAt - BEFORE_MS) return true;
      return heldUp.some((span) => span.from <= to && span.to >= from);
    },
    async stop() {
      ending.abort();
      await watching;
    },
  };
}
