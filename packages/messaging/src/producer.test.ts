import kafkajs, { type Kafka } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { silentLogger, type KafkaClient } from './kafka.ts';
import { createProducer, splitIntoBatches, type OutgoingRecord } from './producer.ts';

const { KafkaJSProtocolError } = kafkajs;

const aRecord = (key: string, bytes: number): OutgoingRecord => ({
  topic: 'things',
  key,
  value: 'x'.repeat(bytes),
});

describe('batches of records', () => {
  it('preserve the order, stay within the limit, and hold a larger record alone', () => {
    const sizes: [string, number][] = [
      ['a', 4],
      ['b', 6],
      ['c', 1],
      ['d', 25],
      ['e', 5],
    ];
    const batches = splitIntoBatches(
      sizes.map(([key, bytes]) => aRecord(key, bytes)),
      10,
    );
    expect(batches.map((batch) => batch.map(({ key }) => key))).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
  });

  it('are none for no records', () => expect(splitIntoBatches([])).toEqual([]));
});

describe('a producer', () => {
  /** A client whose producers reject with these errors, one for each producer; later ones accept. */
  function aClient(...errors: Error[]) {
    const calls: string[] = [];
    let made = 0;
    const producer = () => {
      const number = (made += 1);
      const error = errors[number - 1];
      return {
        connect: async () => void calls.push(`connect ${number}`),
        disconnect: async () => void calls.push(`disconnect ${number}`),
        sendBatch: async () => {
          calls.push(`send ${number}`);
          if (error !== undefined) throw error;
        },
      };
    };
    const client: KafkaClient = {
      kafka: { producer } as unknown as Kafka,
      clientId: 'test',
      log: silentLogger,
    };
    return { client, calls };
  }

  it('connects anew after a failure: kafkajs may hold a broker that rejects every request', async () => {
    const { client, calls } = aClient(new Error('Broker not connected'));
    const producer = createProducer(client);
    await expect(producer.send(aRecord('a', 1))).rejects.toThrow('Broker not connected');
    await producer.send(aRecord('a', 1));
    await producer.send(aRecord('b', 1));
    await producer.close();
    expect(calls).toEqual([
      'connect 1',
      'send 1',
      'disconnect 1',
      'connect 2',
      'send 2',
      'send 2',
      'disconnect 2',
    ]);
  });

  it('stays connected when the broker has rejected a record', async () => {
    const response = new KafkaJSProtocolError('The request included a message larger than the max');
    const { client, calls } = aClient(new Error('retried in vain', { cause: response }));
    const producer = createProducer(client);
    for (const _ of [1, 2]) await expect(producer.send(aRecord('a', 1))).rejects.toThrow('retried in vain');
    expect(calls).toEqual(['connect 1', 'send 1', 'send 1']);
  });

  it('closes without a connection that was never opened', async () => {
    const { client, calls } = aClient();
    await createProducer(client).close();
    expect(calls).toEqual([]);
  });
});
