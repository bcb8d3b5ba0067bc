import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { isFulfilledBefore, messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import type { BusLogger } from '@vidhi/messaging/kafka.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { startRelay } from '@vidhi/messaging/relay.ts';
import type { OwnedTopic } from '@vidhi/messaging/topic-loss.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { createLeasedOutbox } from './leased-outbox.ts';
import type { DocumentId, OutboxDocument } from './outbox-document.ts';
import { EMPTY_STATS, readStats, type OutboxStats } from './outbox-stats.ts';
import { createRearm, readServerTime, type Unacknowledged } from './rearm.ts';
import { createStateTopics } from './state-topics.ts';

export interface OutboxOptions<Id extends DocumentId> {
  connection: Connection;
  /** The first connection to the database, before which nothing is searched. */
  connected?: Promise<void>;
  /** Name of the collection whose documents carry outboxes. */
  collection: string;
  /**
   * The topics of these documents' events. On a compacted one an event is the state of its document: it leaves the outbox
   * when published, and the state is published again when the topic is lost. On any other topic each event stays until its
   * consumer has acknowledged it.
   */
  topics: readonly TopicLayout[];
  /** Required for compacted topics: the events that carry a document's current state, at its current revision. */
  stateOf?: (document: OutboxDocument<Id>, at: Date) => OutboxEntry[];
  /**
   * Queries consumers for these events; resolves with the ids of those that they have. Called before entries are
   * published again for want of an acknowledgement. When it fails they are published: consumers ignore duplicates.
   */
  findAcknowledged?: (entries: readonly Unacknowledged<Id>[]) => Promise<readonly string[]>;
  producer: Pick<Producer, 'publishAll'>;
  /** Called when the broker has acknowledged events, before they are marked as published. */
  onPublished?: () => void;
  log: BusLogger;
  /** Times that tests shorten. */
  sweepMs?: number;
  leaseMs?: number;
  retentionMs?: number;
  /** Called for each document after its events were marked as published. */
  onMarked?: (id: Id) => void;
}

export interface Outbox<Id extends DocumentId> {
  /**
   * Queues the unpublished events of this document for publication and returns at once; never throws. Call it after each
   * write with entries; a sweep finds what a dead process left. `bulk` goes after everything else.
   */
  notify(id: Id, priority?: 'bulk'): void;
  /**
   * Resolves when the broker has the events of this document up to this revision, at once while it is known to be away,
   * and after half a second at the latest. Never rejects.
   */
  published(id: Id, rev: number): Promise<void>;
  /** Notes that the consumer has these events. With a change of state use `withAcknowledgement` instead. */
  acknowledge(id: Id, entryIds: readonly string[]): Promise<void>;
  /**
   * Publishes again whatever this document's consumers have not acknowledged, under the same event ids and in order.
   * Resolves with false when there is nothing.
   */
  rearm(id: Id): Promise<boolean>;
  /**
   * Publishes this event again, acknowledged or not: for one of several consumers, which shows that it lacks it. Resolves
   * with false when the event is stored no more.
   */
  republish(id: Id, entryId: string): Promise<boolean>;
  /**
   * Publishes again every event that occurred since then, acknowledged or not, within the retention period (14 days): for a
   * consumer that was restored from a backup. Resolves with the number of documents.
   */
  rearmSince(since: Date): Promise<number>;
  /** Topics for `watchTopicLoss`, which publishes again what a wiped broker has lost. */
  ownedTopics: readonly OwnedTopic[];
  /** Returns the figures of the last sweep. */
  stats(): OutboxStats;
  /** Resolves when the queue is empty. A postponed document is queued again later. */
  idle(): Promise<void>;
  /** Stops after the current batch; what is queued stays in the documents. */
  close(): Promise<void>;
}

const SWEEP_MS = 10_000;

/**
 * Publishes the events in the documents of one collection, at least once each and in order within a document, until their
 * consumers have them. Any number of processes may run one for the same collection.
 */
export function startOutbox<Id extends DocumentId>(options: OutboxOptions<Id>): Outbox<Id> {
  // Inside, ids are either kind; the callbacks know which kind this collection has.
  const { connection, connected = Promise.resolve(), topics, producer, log, sweepMs = SWEEP_MS } = options;
  const { leaseMs, retentionMs, onPublished } = options;
  const { stateOf, findAcknowledged, onMarked } = options as unknown as OutboxOptions<DocumentId>;
  const documents = connection.collection<OutboxDocument>(options.collection);
  const compacted = new Set(topics.filter((topic) => topic.compacted).map(({ name }) => name));
  if (compacted.size > 0 && stateOf === undefined)
    throw new Error(`stateOf is missing for ${[...compacted].join(', ')}`);

  const closing = new AbortController();
  let counted = EMPTY_STATS;
  let lostLeases = 0;

  const relay = startRelay({
    outbox: createLeasedOutbox({
      documents,
      needsAcknowledgement: (topic) => !compacted.has(topic),
      ...(leaseMs === undefined ? {} : { leaseMs }),
      onLost(ids) {
        lostLeases += ids.length;
        log.warn({ ids }, 'a lease ended before the events were marked');
        for (const id of ids) void republish(id).then(() => relay.notify(id, 'bulk'));
      },
    }),
    producer: {
      async publishAll(records) {
        await producer.publishAll(records);
        onPublished?.();
      },
    },
    log,
    connected,
    sweepMs,
    ...(onMarked === undefined ? {} : { onPublished: ({ id }) => onMarked(id) }),
  });
  const rearm = createRearm({
    documents,
    serverTime: () => readServerTime(connection),
    notify: relay.notify,
    findAcknowledged,
    retentionMs,
    onError: (error) => log.warn({ error: messageOf(error) }, 'could not ask for acknowledgements'),
  });
  const states = createStateTopics({ documents, stateOf: stateOf ?? (() => []), notify: relay.notify });

  /**
   * Publishes the current state after a late event: a compacted topic keeps the last record, which may be the older one.
   */
  async function republish(id: DocumentId): Promise<void> {
    if (compacted.size === 0) return;
    try {
      await states.republishOne(id);
    } catch (error) {
      log.warn({ id, error: messageOf(error) }, 'could not publish a state again');
    }
  }

  async function sweepUntilClosed(): Promise<void> {
    await isFulfilledBefore(connected, closing.signal);
    while (!closing.signal.aborted) {
      try {
        await rearm.checkDue(closing.signal);
        counted = await readStats(documents);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'could not search for unacknowledged events');
      }
      await pauseFor(sweepMs, closing.signal);
    }
  }

  const sweeping = sweepUntilClosed();
  return {
    notify: relay.notify,
    published: relay.acknowledged,
    acknowledge: rearm.acknowledge,
    rearm: rearm.rearm,
    republish: rearm.republish,
    rearmSince: rearm.rearmSince,
    ownedTopics: topics.map((topic) =>
      topic.compacted
        ? {
            topic,
            hasPublished: states.hasPublished,
            republish: (signal: AbortSignal) => states.republish(topic.name, signal),
          }
        : {
            topic,
            hasPublished: () => rearm.hasPublished(topic.name),
            republish: (signal: AbortSignal) => rearm.rearmTopic(topic.name, signal),
          },
    ),
    stats: () => ({ ...counted, reemissions: rearm.reemissions(), lostLeases }),
    idle: relay.idle,
    async close() {
      closing.abort();
      await Promise.all([sweeping, relay.close()]);
    },
  };
}
