import type { Connection } from 'mongoose';
import { Gauge } from 'prom-client';
import type { Collection } from '@vidhi/content-api/collection.ts';
import { mongoOutbox, type OutboxDocument } from '@vidhi/messaging/mongo-outbox.ts';
import type { BusLogger } from '@vidhi/messaging/kafka.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { startRelay, type Relay } from '@vidhi/messaging/relay.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { ownedCollections } from './collections/news-collections.ts';

export interface Relays {
  notify(collection: Collection, id: number): void;
  close(): Promise<void>;
}

export interface RelaysOptions {
  connection: Connection;
  producer: Producer;
  log: BusLogger;
  metrics: Metrics;
}

/** One relay for each collection, because each has its own outboxes. */
export function startRelays({ connection, producer, log, metrics }: RelaysOptions): Relays {
  const relays = new Map<string, Relay<number>>();
  for (const { name, plural } of ownedCollections) {
    const documents = connection.collection<OutboxDocument>(plural.replaceAll('-', '_'));
    relays.set(name, startRelay({ outbox: mongoOutbox(documents), producer, log }));
  }
  const oldest = (): number => Math.max(...[...relays.values()].map((relay) => relay.oldestAgeSeconds()));
  new Gauge({
    name: `${metrics.prefix}_outbox_oldest_seconds`,
    help: 'Age of the oldest fact that waits for its publication',
    registers: [metrics.registry],
    collect() {
      this.set(oldest());
    },
  });
  return {
    notify: ({ name }, id) => relays.get(name)?.notify(id),
    async close() {
      await Promise.all([...relays.values()].map((relay) => relay.close()));
    },
  };
}
