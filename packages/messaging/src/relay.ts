import { setImmediate as untilOthersNotified } from 'node:timers/promises';
import { createAcknowledgements } from './acknowledgements.ts';
import { backoffMs, isFulfilledBefore, messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import { withSpan } from '@vidhi/service-kit/tracing/spans.ts';
import { classifyFailure } from './failure.ts';
import type { BusLogger } from './kafka.ts';
import { toEnvelope, type Leased, type OutboxEntry, type OutboxPort } from './outbox.ts';
import type { Producer } from './producer.ts';

export interface RelayOptions<Claim extends Leased> {
  outbox: OutboxPort<Claim>;
  producer: Pick<Producer, 'publishAll'>;
  log: BusLogger;
  /** The first connection to the database, before which nothing is searched. */
  connected?: Promise<void>;
  /** Interval of the search for events that other processes left unpublished. */
  sweepMs?: number;
  /** Called for each document after its events were published. */
  onPublished?: (claim: Claim) => void;
}

export interface Relay<Id> {
  /**
   * Queues the unpublished events of this document for publication and returns at once; never throws. Documents of
   * priority `bulk` (an import's) are published after all others.
   */
  notify(id: Id, priority?: 'bulk'): void;
  /**
   * Resolves when the broker has acknowledged the events of this document up to this revision: at once after a failed
   * publication, until one succeeds, and after 500 ms at the latest. Never rejects.
   */
  acknowledged(id: Id, rev: number): Promise<void>;
  /** Age of the oldest unpublished event as of the last sweep; 0 if there is none. */
  oldestAgeSeconds(): number;
  /** Resolves when the queue is empty. A postponed document is queued again later. */
  idle(): Promise<void>;
  /** Stops after the current batch; queued events stay in the outbox. */
  close(): Promise<void>;
}

/** Documents per batch at most. */
const BATCH_SIZE = 200;
const SWEEP_MS = 5_000;
const CLAIM_RETRY = { times: 3, delayMs: 300 };
const RETRY = { firstMs: 100, maxMs: 5_000 };
/**
 * Back-off for poison messages: from the sixth attempt on every 16 s to 5 min. Never given up, because the event would be
 * lost.
 */
const POISON_RETRY = { firstMs: 500, maxMs: 300_000 };

/** Thrown instead of a send that may outlast the lease. By its name it is retried, and never counts as poison. */
class LeaseOverdueError extends Error {
  override name = 'TimeoutError';
}

const isOverdue = ({ sendBefore }: Leased): boolean =>
  sendBefore !== undefined && performance.now() > sendBefore;

function throwIfOverdue(claim: Leased): void {
  if (isOverdue(claim)) throw new LeaseOverdueError('the lease may end before the broker acknowledges');
}

/**
 * Starts a relay: publishes the events in the outboxes of documents, in order within each document. When the broker
 * rejects an event, the later ones of its document wait with it, and it is retried with backoff while other documents
 * proceed.
 */
export function startRelay<Claim extends Leased>(options: RelayOptions<Claim>): Relay<Claim['id']> {
  const { outbox, producer, log, connected = Promise.resolve(), sweepMs = SWEEP_MS, onPublished } = options;
  const closing = new AbortController();
  const queue = new Set<Claim['id']>();
  const bulkQueue = new Set<Claim['id']>();
  /** Consecutive failed publications by document. */
  const failures = new Map<Claim['id'], number>();
  /** Consecutive claims that found a document leased or empty. */
  const failedClaims = new Map<Claim['id'], number>();
  const acknowledgements = createAcknowledgements<Claim['id']>();
  let oldestAt: Date | null = null;
  /**
   * Halved while the database is so slow that leases are overdue once a whole batch is claimed; doubled after each full
   * batch that was published at once.
   */
  let batchSize = BATCH_SIZE;
  let running: Promise<void> | null = null;

  /** A trace of its own with links: one publication has events of many requests, which ended before it. */
  function publish(claims: readonly Claim[]): Promise<void> {
    const records = claims.flatMap(({ entries }) =>
      entries.map((entry) => ({ topic: entry.topic, envelope: toEnvelope(entry) })),
    );
    const links = records.flatMap(({ envelope: { traceparent } }) => traceparent ?? []);
    const publishAll = (): Promise<void> => producer.publishAll(records);
    if (links.length === 0) return publishAll();
    const topics = [...new Set(records.map(({ topic }) => topic))].join(', ');
    return withSpan({ name: `publish ${topics}`, kind: 'producer', isRoot: true, links }, publishAll);
  }

  async function clear(published: readonly Claim[]): Promise<void> {
    await outbox.clear(published);
    for (const claim of published) {
      failures.delete(claim.id);
      onPublished?.(claim);
    }
  }

  async function postpone(claim: Claim, published: readonly OutboxEntry[], error: unknown): Promise<void> {
    const attempt = failures.get(claim.id) ?? 0;
    failures.set(claim.id, attempt + 1);
    const isPoison = classifyFailure(error, attempt + 1) === 'dead-letter';
    const delayMs = backoffMs(attempt, isPoison ? POISON_RETRY : RETRY);
    const event = claim.entries[published.length]?.id;
    const details = { id: claim.id, event, attempt, error: messageOf(error) };
    if (isPoison) log.error(details, 'an event is rejected repeatedly and blocks its document');
    else log.warn(details, 'an event could not be published');
    await outbox.postpone(claim, delayMs, { published, error, isPoison });
    const timer = setTimeout(() => notify(claim.id), delayMs + 5);
    timer.unref();
  }

  /**
   * Publishes the claims that are in time at once, and then handles each overdue one by itself, which postpones it.
   * Resolves with whether all were published at once.
   */
  async function publishBatch(claims: readonly Claim[]): Promise<boolean> {
    const overdue = new Set(claims.filter(isOverdue));
    // First, because each postponement is a write to a database that is slow.
    const isPublished = await publishTogether(claims.filter((claim) => !overdue.has(claim)));
    for (const claim of overdue) await publishTogether([claim]);
    return isPublished && overdue.size === 0;
  }

  /** Publishes all claims at once; if that fails, each document by itself. Resolves with whether it did not fail. */
  async function publishTogether(claims: readonly Claim[]): Promise<boolean> {
    if (claims.length === 0) return false;
    acknowledgements.sending();
    try {
      for (const claim of claims) throwIfOverdue(claim);
      await publish(claims);
    } catch (error) {
      acknowledgements.failed();
      if (claims.length === 1 && claims[0] !== undefined) await publishOneByOne(claims[0], error);
      else for (const claim of claims) await publishTogether([claim]);
      return false;
    }
    acknowledgements.succeeded(claims);
    await clear(claims);
    return true;
  }

  /** Publishes the entries before the one that fails, after all together failed with `firstError`. */
  async function publishOneByOne(claim: Claim, firstError: unknown): Promise<void> {
    if (claim.entries.length <= 1) return postpone(claim, [], firstError);
    const published: OutboxEntry[] = [];
    for (const entry of claim.entries) {
      try {
        throwIfOverdue(claim);
        await publish([{ ...claim, entries: [entry] }]);
      } catch (error) {
        return postpone(claim, published, error);
      }
      published.push(entry);
    }
    acknowledgements.succeeded([claim]);
    await clear([claim]);
  }

  /** Queues unclaimed documents again: a relay that holds the lease does not see events added after its claim. */
  function retryUnclaimed(ids: readonly Claim['id'][], claims: readonly Claim[]): void {
    const claimed = new Set(claims.map(({ id }) => id));
    for (const id of ids) {
      const attempts = failedClaims.get(id) ?? 0;
      if (claimed.has(id) || attempts >= CLAIM_RETRY.times) {
        failedClaims.delete(id);
        continue;
      }
      failedClaims.set(id, attempts + 1);
      setTimeout(() => notify(id), CLAIM_RETRY.delayMs).unref();
    }
  }

  async function drain(): Promise<void> {
    // Documents that were written together are published together.
    await untilOthersNotified();
    while (queuedCount() > 0 && !closing.signal.aborted) {
      const urgent = new Set(queue);
      const ids = takeBatch();
      try {
        const claims = await outbox.claim(ids);
        retryUnclaimed(ids, claims);
        if (claims.some(isOverdue)) batchSize = Math.max(1, Math.floor(ids.length / 2));
        const isPublished = await publishBatch(claims);
        if (isPublished && ids.length === batchSize) batchSize = Math.min(BATCH_SIZE, batchSize * 2);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'could not read or update the outbox');
        for (const id of ids) (urgent.has(id) ? queue : bulkQueue).add(id);
        await pauseFor(RETRY.firstMs * 5, closing.signal);
      }
    }
  }

  const queuedCount = (): number => queue.size + bulkQueue.size;

  /** Takes the next documents. Never mixes in bulk ones: requests may wait for the acknowledgement of the others. */
  function takeBatch(): Claim['id'][] {
    const set = queue.size > 0 ? queue : bulkQueue;
    const ids = [...set].slice(0, batchSize);
    for (const id of ids) set.delete(id);
    return ids;
  }

  function wake(): void {
    if (running !== null || closing.signal.aborted) return;
    running = drain().finally(() => {
      running = null;
      if (queuedCount() > 0) wake();
    });
  }

  function notify(id: Claim['id'], priority?: 'bulk'): void {
    if (priority === undefined) bulkQueue.delete(id);
    if (priority === undefined) queue.add(id);
    else if (!queue.has(id)) bulkQueue.add(id);
    wake();
  }

  async function sweep(): Promise<void> {
    oldestAt = await outbox.oldest();
    // Bulk, because most events that a sweep finds are those of a running import. Also where nothing waits: a document of
    // which a dead process had marked everything is still to be released.
    for (const id of await outbox.findDue(BATCH_SIZE * 5)) if (!queue.has(id)) bulkQueue.add(id);
    wake();
  }

  async function sweepUntilClosed(): Promise<void> {
    await isFulfilledBefore(connected, closing.signal);
    while (!closing.signal.aborted) {
      try {
        await sweep();
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'could not search for unpublished events');
      }
      await pauseFor(sweepMs, closing.signal);
    }
  }

  const sweeping = sweepUntilClosed();
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
