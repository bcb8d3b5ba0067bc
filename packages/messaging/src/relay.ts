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
  /** Publishes what this document holds, now. Never throws and never waits. */
  notify(id: Id): void;
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
  const failures = new Map<Claim['id'], number>();
  const refused = new Map<Claim['id'], number>();
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
    try {
      await publish(claims);
    } catch (error) {
      if (claims.length === 1 && claims[0] !== undefined) return postpone(claims[0], error);
      for (const claim of claims) await publishRound([claim]);
      return;
    }
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
    while (waiting.size > 0 && !closing.signal.aborted) {
      const ids = [...waiting].slice(0, ROUND);
      for (const id of ids) waiting.delete(id);
      try {
        const claims = await outbox.claim(ids);
        askAgain(ids, claims);
        await publishRound(claims);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'the outbox did not answer');
        for (const id of ids) waiting.add(id);
        await pauseFor(RETRY.firstMs * 5, closing.signal);
      }
    }
  }

  function wake(): void {
    if (running !== null || closing.signal.aborted) return;
    running = drain().finally(() => {
      running = null;
      if (waiting.size > 0) wake();
    });
  }

  function notify(id: Claim['id']): void {
    waiting.add(id);
    wake();
  }

  async function sweep(): Promise<void> {
    oldestAt = await outbox.oldest();
    if (oldestAt === null) return;
    for (const id of await outbox.findDue(ROUND * 5)) waiting.add(id);
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
