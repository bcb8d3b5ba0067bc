import { setTimeout as delay } from 'node:timers/promises';
import { MailRequested, type Envelope } from '@vidhi/contracts/events.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { findProcesses, signalProcesses } from '@vidhi/harness/process-signals.ts';
import { connectKafka, silentLogger } from '@vidhi/messaging/kafka.ts';
import { createProducer, type Producer } from '@vidhi/messaging/producer.ts';
import { newRequestId } from './request-id.ts';
import type { Product } from '../product.ts';
import type { Shop } from './shop.ts';

/** A change of the site that makes alerts fire. */
export interface Cause {
  name: string;
  alerts: readonly string[];
  /** Applies the cause. `over` is aborted when all its alerts fire, or when it is given up; then it is reverted. */
  run(over: AbortSignal): Promise<void>;
  /** Whether the cause lasts without further action: its alerts are awaited at the end. */
  isLasting?: true;
}

/** Settings by which reconciliation, refunds and attempts to send a mail are as quick as a drill needs. */
export const SETTINGS: Readonly<Record<string, string>> = {
  RECONCILIATION_MS: '1000',
  RECONCILIATION_GRACE_MS: '2000',
  REFUND_CHECK_MS: '1000',
  REFUND_SETTLE_MS: '300',
  PAYMENT_SWEEP_MS: '500',
  // Given up after half a minute instead of nine hours.
  MAIL_RETRY_MS: Array.from({ length: 15 }, () => '2000').join(','),
  // Without it mails to the site wait for ever.
  CONTACT_EMAIL: 'desk@shop.example',
};

const READERS = 8;
const READ_EVERY_MS = 50;
const STOPPED_MS = 450;
const RUNNING_MS = 150;
const REFUND_FAILURES = 50;
const REQUESTS = 1_500;
const OLD_MS = 16 * 60_000;
const LARGE_CHARACTERS = 9_000_000;
const TIMES = 10_000;
const LOOK_MS = 250;

const untilOver = (over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (over.aborted) resolve();
    else over.addEventListener('abort', () => resolve(), { once: true });
  });

/** Sends reads, each with a URL that no cache has. */
async function readUncached(shop: Shop, path: string, over: AbortSignal): Promise<void> {
  let number = Date.now();
  async function readRepeatedly(): Promise<void> {
    while (!over.aborted) {
      number += 1;
      await shop.site(`${path}?filters[id][$ne]=${number}`);
      await delay(READ_EVERY_MS);
    }
  }
  await Promise.all(Array.from({ length: READERS }, readRepeatedly));
}

async function withProducer(brokers: string, use: (producer: Producer) => Promise<void>): Promise<void> {
  const producer = await createProducer(connectKafka({ brokers, clientId: 'drill', log: silentLogger }));
  await use(producer).finally(() => producer.close());
}

function mailRequest(): Envelope {
  const requestId = newRequestId();
  return {
    id: `${MailRequested.type}:${requestId}`,
    type: MailRequested.type,
    v: MailRequested.v,
    aggregateId: requestId,
    occurredAt: new Date().toISOString(),
    data: { requestId, userId: 1, template: 'email-confirmation' },
  };
}

/** The causes of all alerts, in the order in which they are tried: lasting ones first. */
export function causesOf(
  product: Pick<Product, 'dataDir' | 'engineUrl' | 'proxies' | 'serviceProxies'>,
  shop: Shop,
): Cause[] {
  const brokers = (): string => product.engineUrl('kafka');

  async function whileCut(
    engine: 'kafka' | 'mongo',
    act: () => Promise<unknown>,
    over: AbortSignal,
  ): Promise<void> {
    const proxy = product.proxies.get(engine);
    if (proxy === undefined) throw new Error(`no proxy in front of ${engine}`);
    await proxy.set('cut');
    try {
      await act();
      await untilOver(over);
    } finally {
      await proxy.set('open');
    }
  }

  async function failMails(code: number): Promise<void> {
    await shop.inbox('/faults', { method: 'POST', body: { kind: 'reject', times: TIMES, code } });
    await shop.register();
  }
  const acceptMails = async (): Promise<void> => void (await shop.inbox('/faults', { method: 'DELETE' }));

  /** Makes waiting mails older than the alert allows, as the drill does not wait for a quarter of an hour. */
  async function ageMails(over: AbortSignal): Promise<void> {
    const createdAt = new Date(Date.now() - OLD_MS);
    for (let aged = 0; aged === 0 && !over.aborted; await delay(LOOK_MS))
      await shop.withDatabaseOf('notify', async (connection) => {
        const result = await connection
          .collection('mails')
          .updateMany({ dueAt: { $exists: true } }, { $set: { createdAt } });
        aged = result.matchedCount;
      });
  }

  return [
    {
      name: 'the bank returns each refund of a cancelled order',
      alerts: ['RefundsFail'],
      isLasting: true,
      async run() {
        const { orderId, checkoutId } = await shop.checkOut();
        await shop.pay(orderId, { refund_failures: REFUND_FAILURES });
        await shop.cancelOrder(checkoutId);
      },
    },
    {
      name: 'an order at the provider is paid that the site has not made',
      alerts: ['PaymentsAreUnmatched'],
      isLasting: true,
      run: () => shop.payForeignOrder(),
    },
    {
      name: 'a record without JSON in accounts.users',
      alerts: ['RecordsAreDeadLetters'],
      async run(over) {
        const record = { topic: TOPICS.accountsUsers.name, key: '1', value: 'no JSON' };
        await withProducer(brokers(), (producer) => producer.send(record));
        await untilOver(over);
      },
    },
    {
      name: 'catalog is stopped by SIGSTOP',
      alerts: ['ServiceIsDown'],
      async run(over) {
        const processes = findProcesses(product.dataDir, ['catalog']);
        signalProcesses(processes, 'SIGSTOP');
        await untilOver(over);
        signalProcesses(processes, 'SIGCONT');
      },
    },
    {
      name: 'the network between the gateway and catalog is cut',
      alerts: ['GatewayResponsesFail'],
      async run(over) {
        const proxy = product.serviceProxies.get('catalog');
        if (proxy === undefined) throw new Error('no proxy in front of catalog');
        await proxy.set('cut');
        await readUncached(shop, '/api/books', over);
        await proxy.set('open');
      },
    },
    {
      name: 'news runs for 150 ms of each 600 ms (SIGSTOP, SIGCONT)',
      alerts: ['GatewayIsSlow'],
      async run(over) {
        const reading = readUncached(shop, '/api/posts', over);
        const processes = findProcesses(product.dataDir, ['news']);
        while (!over.aborted) {
          signalProcesses(processes, 'SIGSTOP');
          await delay(STOPPED_MS);
          signalProcesses(processes, 'SIGCONT');
          await delay(RUNNING_MS);
        }
        await reading;
      },
    },
    {
      name: 'the mail server answers 451, and the waiting mail is made 16 minutes older in the ledger',
      alerts: ['MailsWait'],
      async run(over) {
        await failMails(451);
        await ageMails(over);
        await untilOver(over);
        await acceptMails();
      },
    },
    {
      name: 'the mail server answers 550 to every attempt',
      alerts: ['MailsAreDead'],
      async run(over) {
        await failMails(550);
        await untilOver(over);
        await acceptMails();
      },
    },
    {
      name: 'an account gets an event of 9 MB in its outbox',
      alerts: ['OutboxIsPoisoned'],
      async run(over) {
        const id = await shop.register();
        const eventId = `user.updated:${id}:too-large`;
        const entry = {
          id: eventId,
          topic: TOPICS.accountsUsers.name,
          key: String(id),
          type: 'user.updated',
          v: 1,
          occurredAt: new Date().toISOString(),
          data: { padding: 'x'.repeat(LARGE_CHARACTERS) },
          publishedAt: null,
          acknowledgedAt: null,
        };
        type Account = { _id: number; outbox: { id: string }[]; outboxDue?: Date; outboxFailure?: object };
        await shop.withDatabaseOf('accounts', (connection) =>
          connection
            .collection<Account>('users')
            .updateOne({ _id: id }, { $push: { outbox: entry }, $set: { outboxDue: new Date(0) } }),
        );
        await untilOver(over);
        await shop.withDatabaseOf('accounts', (connection) =>
          connection
            .collection<Account>('users')
            .updateOne({ _id: id }, { $pull: { outbox: { id: eventId } }, $unset: { outboxFailure: '' } }),
        );
      },
    },
    {
      name: 'MongoDB is away, and 1,500 mail requests are published',
      alerts: ['ConsumerLags'],
      run: (over) =>
        whileCut(
          'mongo',
          () =>
            withProducer(brokers(), (producer) =>
              producer.publishAll(
                Array.from({ length: REQUESTS }, () => ({
                  topic: TOPICS.accountsMailRequests.name,
                  envelope: mailRequest(),
                })),
              ),
            ),
          over,
        ),
    },
    {
      name: 'Kafka is away; meanwhile a post is published and a checkout is paid',
      alerts: [
        'GatewayDoesNotFollow',
        'MoneyWithoutOrder',
        'DataIsOld',
        'EventsAreNotPublished',
        'ConsumerIsSilent',
      ],
      async run(over) {
        const { orderId } = await shop.checkOut();
        await whileCut('kafka', () => Promise.all([shop.publishPost(), shop.pay(orderId)]), over);
      },
    },
  ];
}
