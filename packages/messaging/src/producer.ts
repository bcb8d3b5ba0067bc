import kafkajs, { type IHeaders, type Producer as KafkaProducer } from 'kafkajs';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { activeTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import type { KafkaClient } from './kafka.ts';

export interface OutgoingRecord {
  topic: string;
  key: string | null;
  value: string | Buffer | null;
  headers?: IHeaders;
}

/**
 * The methods resolve when all in-sync replicas have the records, and reject when the broker does not acknowledge them.
 * Sending again after an error is safe, because event ids are deterministic and consumers ignore duplicates.
 */
export interface Producer {
  publish(topic: string, envelope: Envelope): Promise<void>;
  /** Publishes in order within each key. When it rejects, some of the records may have been written. */
  publishAll(records: readonly { topic: string; envelope: Envelope }[]): Promise<void>;
  /** Sends a record as it is, without an envelope. */
  send(record: OutgoingRecord): Promise<void>;
  close(): Promise<void>;
}

const ACKS_ALL = -1;
const ACK_TIMEOUT_MS = 5_000;
const MAX_BATCH_BYTES = 1_000_000;

/**
 * Serializes an event to the record that consumers read; the key is the aggregate id. The header `traceparent` is that of
 * the publication, the one in the envelope that of the request which caused the event.
 */
export function toRecord(topic: string, envelope: Envelope): OutgoingRecord {
  const traceparent = activeTraceparent();
  return {
    topic,
    key: envelope.aggregateId,
    value: JSON.stringify(envelope),
    ...(traceparent === undefined ? {} : { headers: { traceparent } }),
  };
}

const sizeOf = ({ value }: OutgoingRecord): number => (value === null ? 0 : Buffer.byteLength(value));

/**
 * Splits records, in order, into batches of at most `maxBytes`; a larger record gets a batch of its own. The broker
 * applies its `max.message.bytes` to all that one request holds for a partition.
 */
export function splitIntoBatches(
  records: readonly OutgoingRecord[],
  maxBytes: number = MAX_BATCH_BYTES,
): OutgoingRecord[][] {
  const batches: OutgoingRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = sizeOf(record);
    const batch = batches.at(-1);
    if (batch === undefined || bytes + size > maxBytes) {
      batches.push([record]);
      bytes = size;
    } else {
      batch.push(record);
      bytes += size;
    }
  }
  return batches;
}

/** Whether the broker itself has rejected a request, such as one that is too large: the connection works then. */
const isResponse = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'KafkaJSProtocolError' || isResponse(error.cause));

/**
 * Creates a producer that connects on the first send, and anew after a failed one: a broker of kafkajs whose first response
 * timed out, as on a busy machine, counts as connected and rejects every request until its client is replaced. Kafka's
 * idempotent mode is off, because a kafkajs producer in that mode does not recover from a sequence error.
 */
export function createProducer({ kafka }: KafkaClient): Producer {
  interface Connection {
    producer: KafkaProducer;
    connected: Promise<void>;
  }
  let current: Connection | null = null;

  /** Lets the next send open a connection. Others that use this one may fail, too, and are sent again. */
  function drop(connection: Connection): void {
    if (current === connection) current = null;
    void connection.producer.disconnect().catch(() => undefined);
  }

  function open(): Connection {
    const producer = kafka.producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      idempotent: false,
    });
    return { producer, connected: producer.connect() };
  }

  async function withProducer(send: (producer: KafkaProducer) => Promise<unknown>): Promise<void> {
    const connection = (current ??= open());
    try {
      await connection.connected;
      await send(connection.producer);
    } catch (error) {
      if (!isResponse(error)) drop(connection);
      throw error;
    }
  }

  async function sendAll(records: readonly OutgoingRecord[]): Promise<void> {
    for (const batch of splitIntoBatches(records)) await sendBatch(batch);
  }

  async function sendBatch(records: readonly OutgoingRecord[]): Promise<void> {
    const byTopic = Map.groupBy(records, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, messages]) => ({
      topic,
      messages: messages.map(({ key, value, headers }) => ({
        key,
        value,
        ...(headers === undefined ? {} : { headers }),
      })),
    }));
    await withProducer((producer) =>
      producer.sendBatch({ acks: ACKS_ALL, timeout: ACK_TIMEOUT_MS, topicMessages }),
    );
  }

  return {
    publish: (topic, envelope) => sendAll([toRecord(topic, envelope)]),
    publishAll: (records) => sendAll(records.map(({ topic, envelope }) => toRecord(topic, envelope))),
    send: (record) => sendAll([record]),
    async close() {
      await current?.producer.disconnect();
    },
  };
}
