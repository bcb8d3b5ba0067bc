import type { Connection } from 'mongoose';
import type { BusLogger } from '@vidhi/messaging/kafka.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { startRelay, type Relay } from '@vidhi/messaging/relay.ts';
import { createLeasedOutbox } from '@vidhi/outbox/leased-outbox.ts';
import type { DocumentId, OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { Collection } from '@vidhi/content-engine';
import { documentsName } from './documents-name.ts';

export interface Relays {
  notify(collection: Collection, id: number, priority?: 'bulk'): void;
  /** Calls `Relay.acknowledged` of the collection's relay. */
  acknowledged(collection: Collection, id: number, rev: number): Promise<void>;
  close(): Promise<void>;
}

export interface RelaysOptions {
  connection: Connection;
  /** The first connection to the database, before which nothing is searched. */
  connected?: Promise<void>;
  collections: readonly Collection[];
  /** Name of the topic whose events stay in their documents until they are acknowledged: that of the audit log. */
  retainedTopic?: string;
  producer: Producer;
  log: BusLogger;
  metrics: Metrics;
}

/** Starts a relay for each collection, and adds a gauge of the oldest unpublished event. */
export function startRelays(options: RelaysOptions): Relays {
  const { connection, connected = Promise.resolve(), collections, producer, log, metrics } = options;
  const { retainedTopic } = options;
  const relays = new Map<string, Relay<DocumentId>>();
  for (const collection of collections) {
    const documents = connection.collection<OutboxDocument>(documentsName(collection));
    // The other topics hold states: nobody acknowledges an event, and a published one leaves its document.
    const outbox = createLeasedOutbox({
      documents,
      needsAcknowledgement: (topic) => topic === retainedTopic,
    });
    relays.set(collection.name, startRelay({ outbox, producer, log, connected }));
  }
  addGauge(metrics, 'outbox_oldest_seconds', 'Age of the oldest unpublished event in seconds', () =>
    Math.max(...[...relays.values()].map((relay) => relay.oldestAgeSeconds())),
  );
  return {
    notify: ({ name }, id, priority) => relays.get(name)?.notify(id, priority),
    acknowledged: async ({ name }, id, rev) => relays.get(name)?.acknowledged(id, rev),
    async close() {
      await Promise.all([...relays.values()].map((relay) => relay.close()));
    },
  };
}
