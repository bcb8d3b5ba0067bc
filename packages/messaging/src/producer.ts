import kafkajs, { type IHeaders, type Producer as KafkaProducer } from 'kafkajs';
import type { Envelope } from '@vidhi/contracts/events.ts';
import type { KafkaClient } from './kafka.ts';

export interface OutgoingRecord {
  topic: string;
  key: string | null;
  value: string | Buffer | null;
  headers?: IHeaders;
}

/** Resolves when every in-sync replica has the record. A repeated send is harmless: event ids are deterministic. */
export interface Producer {
  publish(topic: string, envelope: Envelope): Promise<void>;
  /** Sends in as few rounds as fit, in order within each key; all or an error, after which some may have arrived. */
  publishAll(records: readonly { topic: string; envelope: Envelope }[]): Promise<void>;
  send(record: OutgoingRecord): Promise<void>;
  close(): Promise<void>;
}

const ACKS_ALL = -1;
const ACK_TIMEOUT_MS = 5_000;
const ROUND_BYTES = 1_000_000;

export const toRecord = (topic: string, envelope: Envelope): OutgoingRecord => ({
  topic,
  key: envelope.aggregateId,
  value: JSON.stringify(envelope),
});

const sizeOf = ({ value }: OutgoingRecord): number => (value === null ? 0 : Buffer.byteLength(value));

/** What the client sends at once to a partition, the broker takes for one record: rounds are kept small. */
export function cutRounds(
  records: readonly OutgoingRecord[],
  mostBytes: number = ROUND_BYTES,
): OutgoingRecord[][] {
  const rounds: OutgoingRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = sizeOf(record);
    const round = rounds.at(-1);
    if (round === undefined || bytes + size > mostBytes) {
      rounds.push([record]);
      bytes = size;
    } else {
      round.push(record);
      bytes += size;
    }
  }
  return rounds;
}

/**
 * Not idempotent in Kafka's sense: that mode of the client stays wedged after one sequence error.
 * Connects at the first send, and again when a connection attempt has failed.
 */
export function createProducer({ kafka }: KafkaClient): Producer {
  const producer: KafkaProducer = kafka.producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    idempotent: false,
  });
  let connecting: Promise<void> | null = null;

  const connect = (): Promise<void> =>
    (connecting ??= producer.connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    }));

  async function sendAll(records: readonly OutgoingRecord[]): Promise<void> {
    for (const round of cutRounds(records)) await sendRound(round);
  }

  async function sendRound(records: readonly OutgoingRecord[]): Promise<void> {
    await connect();
    const byTopic = Map.groupBy(records, ({ topic }) => topic);
    await producer.sendBatch({
      acks: ACKS_ALL,
      timeout: ACK_TIMEOUT_MS,
      topicMessages: [...byTopic].map(([topic, messages]) => ({
        topic,
        messages: messages.map(({ key, value, headers }) => ({
          key,
          value,
          ...(headers === undefined ? {} : { headers }),
        })),
      })),
    });
  }

  return {
    publish: (topic, envelope) => sendAll([toRecord(topic, envelope)]),
    publishAll: (records) => sendAll(records.map(({ topic, envelope }) => toRecord(topic, envelope))),
    send: (record) => sendAll([record]),
    async close() {
      if (connecting !== null) await producer.disconnect();
    },
  };
}
