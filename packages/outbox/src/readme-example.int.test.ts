import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '@vidhi/messaging/kafka.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { createOutboxIndexes } from './entry-builder.ts';
import { outboxOf } from './outbox-document.ts';
import { PAYMENTS_TOPIC, createPayments, type Checkout } from './readme-example.ts';
import { startOutbox } from './start-outbox.ts';

describe('the example of the README', () => {
  it('is the code that the next test runs', () => {
    const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8');
    const [, ...code] = read('readme-example.ts').split('export interface Checkout');
    expect(code).toHaveLength(1);
    expect(read('..', 'README.md')).toContain(`export interface Checkout${code[0]}`);
  });

  it('publishes one event for a payment that is captured several times, until it is fulfilled', async () => {
    const database = freshDatabase('readme-example');
    const connection = await createConnection(database.url).asPromise();
    await createOutboxIndexes(connection, 'checkouts');
    const sent: string[] = [];
    const outbox = startOutbox<string>({
      connection,
      collection: 'checkouts',
      topics: [PAYMENTS_TOPIC],
      producer: {
        publishAll: async (records) => void sent.push(...records.map(({ envelope }) => envelope.id)),
      },
      log: silentLogger,
      sweepMs: 100,
    });
    const checkouts = connection.collection<Checkout>('checkouts');
    await checkouts.insertOne({ _id: 'co_1', status: 'ORDERED', totalPaise: 49_900, ...outboxOf([]) });
    const payments = createPayments(checkouts, outbox);

    await payments.capture('co_1', 100);
    await Promise.all([payments.capture('co_1', 49_900), payments.capture('co_1', 49_900)]);
    await expect.poll(() => outbox.stats().unacknowledgedEntries).toBe(1);
    expect(sent).toEqual(['payment.verified:co_1']);
    await outbox.rearm('co_1');
    await expect.poll(() => sent).toEqual(['payment.verified:co_1', 'payment.verified:co_1']);
    await payments.fulfil('co_1');
    expect(await outbox.rearm('co_1')).toBe(false);
    expect(await checkouts.findOne({ _id: 'co_1' })).toMatchObject({ status: 'FULFILLED', rev: 2 });

    await outbox.close();
    await database.drop();
    await connection.close();
  });
});
