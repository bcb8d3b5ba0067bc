import { createAcknowledgements } from './acknowledgements.ts';
import { backoffMs, messageOf, pauseFor } from './backoff.ts';
import type { BusLogger } from './kafka.ts';
import { toEnvelope, type Leased, type OutboxPort } from './outbox.ts';
import type { Producer } from './producer.ts';

export interface RelayOptions<Claim extends Leased> {
  outbox: OutboxPort<Claim>;
  producer: Pick<Producer, 'publishAll'>;
  log: BusLogger;
  /** How often leftovers of other processes are looked for. */
  sweepMs?: number;
  /** Told after each publication, by document. */
  onPublished?: (claim: Claim) => void;
}

export interface Relay<Id> {
  /**
   * Publishes what this document holds, now. Never throws and never waits. What is `bulk`, as of an import, goes after
   * everything else that waits.
   */
  notify(id: Id, priority?: 'bulk'): void;
  /**
   * Resolves when the broker has acknowledged the events of this document up to this revision: at once while it is known
   * to be away, and after half a second at the latest. Never rejects.
   */
  acknowledged(id: Id, rev: number): Promise<void>;
  /** Seconds since the oldest waiting fact occurred, as of the last look; 0 when nothing waits. */
  oldestAgeSeconds(): number;
  /** Resolves when everything notified so far was tried. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const ROUND = 200;
const SWEEP_MS = 5_000;
const ASK_AGAIN = { times: 3, afterMs: 300 };
const RETRY = { firstMs: 100, maxMs: 5_000 };

/**
 * Publishes the facts that documents hold, oldest first within each document. When the broker refuses one,
 * the rest of that document waits with it, and the others go on.
 */
export function startRelay<Claim extends Leased>(options: RelayOptions<Claim>): Relay<Claim['id']> {
  const { outbox, producer, log, sweepMs = SWEEP_MS, onPublished } = options;
  const closing = new AbortController();
  const waiting = new Set<Claim['id']>();
  const waitingBulk = new Set<Claim['id']>();
  const failures = new Map<Claim['id'], number>();
  const refused = new Map<Claim['id'], number>();
  const acknowledgements = createAcknowledgements<Claim['id']>();
  let oldestAt: Date | null = null;
  let running: Promise<void> | null = null;

  const publish = (claims: readonly Claim[]): Promise<void> =>
    producer.publishAll(
      claims.flatMap(({ entries }) =>
        entries.map((entry) => ({ topic: entry.topic, envelope: toEnvelope(entry) })),
      ),
    );

  async function settle(published: readonly Claim[]): Promise<void> {
    await outbox.clear(published);
    for (const claim of published) {
      failures.delete(claim.id);
      onPublished?.(claim);
    }
  }

  async function postpone(claim: Claim, error: unknown): Promise<void> {
    const attempt = failures.get(claim.id) ?? 0;
    failures.set(claim.id, attempt + 1);
    const delayMs = backoffMs(attempt, RETRY);
    log.warn({ id: claim.id, attempt, error: messageOf(error) }, 'a fact was not published');
    await outbox.postpone(claim, delayMs);
    const timer = setTimeout(() => notify(claim.id), delayMs + 5);
    timer.unref();
  }

  /** The whole round at once; when the broker refuses it, one document after the other. */
  async function publishRound(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    acknowledgements.sending();
    try {
      await publish(claims);
    } catch (error) {
      acknowledgements.failed();
      if (claims.length === 1 && claims[0] !== undefined) return postpone(claims[0], error);
      for (const claim of claims) await publishRound([claim]);
      return;
    }
    acknowledgements.succeeded(claims);
    await settle(claims);
  }

  /** Another relay may hold a lease that ends in a moment; its holder has not seen what was added since. */
  function askAgain(ids: readonly Claim['id'][], claims: readonly Claim[]): void {
    const claimed = new Set(claims.map(({ id }) => id));
    for (const id of ids) {
      const asked = refused.get(id) ?? 0;
      if (claimed.has(id) || asked >= ASK_AGAIN.times) {
        refused.delete(id);
        continue;
      }
      refused.set(id, asked + 1);
      setTimeout(() => notify(id), ASK_AGAIN.afterMs).unref();
    }
  }

  async function drain(): Promise<void> {
    while (countWaiting() > 0 && !closing.signal.aborted) {
      const urgent = new Set(waiting);
      const ids = takeRound();
      try {
        const claims = await outbox.claim(ids);
        askAgain(ids, claims);
        await publishRound(claims);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'the outbox did not answer');
        for (const id of ids) (urgent.has(id) ? waiting : waitingBulk).add(id);
        await pauseFor(RETRY.firstMs * 5, closing.signal);
      }
    }
  }

  const countWaiting = (): number => waiting.size + waitingBulk.size;

  /** The next documents to publish; those of an import alone, as somebody may wait for the others. */
  function takeRound(): Claim['id'][] {
    const set = waiting.size > 0 ? waiting : waitingBulk;
    const ids = [...set].slice(0, ROUND);
    for (const id of ids) set.delete(id);
    return ids;
  }

  function wake(): void {
    if (running !== null || closing.signal.aborted) return;
    running = drain().finally(() => {
      running = null;
      if (countWaiting() > 0) wake();
    });
  }

  function notify(id: Claim['id'], priority?: 'bulk'): void {
    if (priority === undefined) waitingBulk.delete(id);
    if (priority === undefined) waiting.add(id);
    else if (!waiting.has(id)) waitingBulk.add(id);
    wake();
  }

  async function sweep(): Promise<void> {
    oldestAt = await outbox.oldest();
    if (oldestAt === null) return;
    // Leftovers wait behind what is notified now: most of them are an import's.
    for (const id of await outbox.findDue(ROUND * 5)) if (!waiting.has(id)) waitingBulk.add(id);
    wake();
  }

  async function sweepForEver(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await sweep();
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'could not look for unpublished facts');
      }
      await pauseFor(sweepMs, closing.signal);
    }
  }

  const sweeping = sweepForEver();
  return {
    notify,
    acknowledged: acknowledgements.until,
    oldestAgeSeconds: () => (oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1000)),
    async idle() {
      while (running !== null) await running;
    },
    async close() {
      closing.abort();
      await sweeping;
      while (running !== null) await running;
    },
  };
}
