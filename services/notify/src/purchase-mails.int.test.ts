import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderCancelled, OrderCreated, OrderShipped } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import type { MailDocument } from './ledger/mail.ts';
import { anEnvelope as envelope } from './envelope-builder.ts';
import {
  notifyEnvironment,
  SERVICE_TOKEN,
  startFakeAccounts,
  startInbox,
} from './sending/mail-site-builder.ts';

const SERVER = join(import.meta.dirname, 'server.ts');

let accounts: Awaited<ReturnType<typeof startFakeAccounts>>;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let site: ReturnType<typeof notifyEnvironment>;
let service: ServiceProcess;
let client: KafkaClient;
let producer: Producer;
let connection: Connection;

const topics = () =>
  [TOPICS.accountsMailRequests, TOPICS.newsSite, TOPICS.ordersPurchases].map((topic) =>
    withSuffix(topic, site.suffix),
  );

beforeAll(async () => {
  accounts = await startFakeAccounts();
  inbox = await startInbox();
  site = notifyEnvironment('purchase-mails', { accountsUrl: accounts.url, inbox });
  service = await startServiceProcess({
    script: SERVER,
    env: {
      ...site.env,
      MAIL_LEASE_MS: '60000',
      SMTP_DEADLINE_MS: '30000',
      MAIL_RETRY_MS: '100,100,100,100,100,100,100',
    },
  });
  client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'purchase-mails-test' });
  producer = createProducer(client);
  // A service is ready before its topics exist.
  await ensureTopics(client, topics());
  connection = await createConnection(site.database.url).asPromise();
});
afterAll(async () => {
  await service.end();
  await producer.close();
  await withAdmin(client, (admin) => admin.deleteTopics({ topics: topics().map(({ name }) => name) })).catch(
    () => undefined,
  );
  await connection.close();
  await site.database.drop();
  await inbox.close();
  await accounts.close();
});
const mails = () => connection.collection<MailDocument>('mails');
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the mails of a purchase', () => {
  const buy = (id: string, fields: { isCancelled?: true } = {}): Promise<unknown> =>
    producer.publish(
      `orders.purchases${site.suffix}`,
      envelope(OrderCreated.type, id, {
        purchaseId: id,
        checkoutId: `co_${id}`,
        userId: null,
        totalPaise: 55_000,
        ...fields,
      }),
    );
  const purchase = (change: Record<string, unknown> = {}) => ({
    orderId: 'order_1',
    paymentId: 'pay_1',
    userId: null,
    lines: [{ title: 'Law of Evidence', listPaise: 45_000, unitPaise: 45_000, quantity: 1 }],
    shippingPaise: 10_000,
    totalPaise: 55_000,
    billing: {
      name: 'Asha Rao',
      phone: '9000000000',
      email: 'buyer@example.in',
      address: '1 High Court Road',
      pincode: '400001',
    },
    shipping: null,
    createdAt: '2026-03-01T06:30:00.000Z',
    ...change,
  });
  const statesOf = async (id: string) =>
    (await mails().find({ 'source.id': id }).toArray())
      .map(({ template, state }) => `${template} ${state}`)
      .toSorted();

  it('are the confirmation to the buyer and two notices to the site, once for a repeated event', async () => {
    accounts.documents.set('/internal/purchases/pu_1/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_1', purchase());
    await buy('pu_1');
    await buy('pu_1');
    await expect
      .poll(() => statesOf('pu_1'))
      .toEqual(['new-order-notice SENT', 'order-confirmed SENT', 'payment-notification SENT']);
    const received = await inbox.mails('buyer@example.in');
    expect(received.map(({ subject }) => subject)).toEqual(['Order Confirmed']);
    expect(received[0]?.text).toContain('Law of Evidence');
    expect(received[0]?.attachments).toMatchObject([
      { filename: 'bill-of-supply.pdf', contentType: 'application/pdf' },
    ]);
    const notices = (await inbox.mails('office@vidhi.example')).map(({ subject }) => subject);
    expect(notices.filter((subject) => /payment|order/i.test(subject)).toSorted()).toEqual([
      'New order at Vidhi',
      'Payment Notification',
    ]);
    expect(JSON.stringify(await mails().find({ 'source.id': 'pu_1' }).toArray())).not.toContain('buyer@');
    const known = await post(
      '/internal/mails/known',
      { eventIds: ['order.created:pu_1', 'order.created:pu_0'] },
      { 'x-service-token': SERVICE_TOKEN },
    );
    expect(await known.json()).toEqual({ known: ['order.created:pu_1'] });
  });

  it('go to the address of the account where there is no billing address', async () => {
    accounts.documents.set('/internal/purchases/pu_2/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_2', purchase({ billing: null, userId: 7 }));
    accounts.documents.set('/internal/users/7/contact', { address: 'member@example.in', name: 'A. Rao' });
    await buy('pu_2');
    await expect.poll(() => inbox.mails('member@example.in')).toHaveLength(1);
  });

  it('are only that of the refund when it was cancelled before it was confirmed', async () => {
    const path = '/internal/cancelled-purchases/pu_4';
    accounts.documents.set(path, purchase({ cancelledFor: 'no-copies' }));
    await buy('pu_4', { isCancelled: true });
    await expect.poll(() => statesOf('pu_4')).toEqual(['payment-refunded SENT']);
  });

  const publish = (type: string, id: string, data: Record<string, unknown>): Promise<unknown> =>
    producer.publish(`orders.purchases${site.suffix}`, envelope(type, id, data));

  it('say that a line was shipped, with the link to the order, and nothing when its date is gone', async () => {
    const statusPath = '/status/co_5?key=abc';
    const line = (id: number, shippingDate: string | null) => ({
      id,
      title: `Volume ${id}`,
      listPaise: 45_000,
      unitPaise: 45_000,
      quantity: 1,
      shippingDate,
    });
    const lines = [line(1, '2026-03-02'), line(2, null)];
    const billing = { ...purchase().billing, email: 'shipped@example.in' };
    accounts.documents.set(
      '/internal/purchases/pu_5',
      purchase({ lines, billing, statusPath, purchaseNumber: '7KM3QX9TRA' }),
    );
    await publish(OrderShipped.type, 'pu_5:2', { purchaseId: 'pu_5', lineId: 2 });
    await publish(OrderShipped.type, 'pu_5:1', { purchaseId: 'pu_5', lineId: 1 });
    await expect.poll(() => statesOf('pu_5/1')).toEqual(['order-shipped SENT']);
    await expect.poll(() => statesOf('pu_5/2')).toEqual(['order-shipped CANCELLED']);
    const received = await inbox.mails('shipped@example.in');
    expect(received.map(({ subject }) => subject)).toEqual(['Shipped: your order 7KM3QX9TRA']);
    expect(received[0]?.text).toContain('https://vidhi.example/status/co_5?key=abc');
  });

  it('say that staff cancelled an order, with its credit note', async () => {
    const billing = { ...purchase().billing, email: 'cancelled@example.in' };
    accounts.documents.set(
      '/internal/cancelled-purchases/pu_6',
      purchase({ billing, cancelledFor: 'staff' }),
    );
    accounts.documents.set('/internal/purchases/pu_6/credit-note', 'a document');
    await publish(OrderCancelled.type, 'pu_6', { purchaseId: 'pu_6' });
    await expect.poll(() => statesOf('pu_6')).toEqual(['order-cancelled SENT']);
    const [mail] = await inbox.mails('cancelled@example.in');
    expect(mail?.subject).toBe('Cancelled, refunded: your order order_1');
    expect(mail?.attachments).toMatchObject([{ filename: 'credit-note.pdf' }]);
  });

  it('leave out a buyer whose account was erased', async () => {
    accounts.documents.set('/internal/purchases/pu_3/bill-of-supply', 'a document');
    accounts.documents.set('/internal/purchases/pu_3', purchase({ billing: null, userId: 8 }));
    await buy('pu_3');
    await expect
      .poll(() => statesOf('pu_3'))
      .toEqual(['new-order-notice SENT', 'order-confirmed CANCELLED', 'payment-notification SENT']);
  });
});
