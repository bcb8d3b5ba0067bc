import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { Config } from '../config.ts';
import { createFindReceived } from '../purchases/find-received.ts';
import type { StockStore } from '../stock/stock-store.ts';
import { PAYMENT_LINKS } from './payment-link-collection.ts';
import { createPaymentLinks } from './payment-links.ts';
import { mongoPaymentLinkStore } from './payment-link-store.ts';

export interface OpenPaymentLinksOptions {
  connection: Connection;
  connected: Promise<void>;
  config: Config;
  producer: Pick<Producer, 'publishAll'>;
  stock: Pick<StockStore, 'reserve' | 'releaseCart'>;
  topic: TopicLayout;
  auditTopic: TopicLayout;
  readReturnDays: () => Promise<number>;
}

const DAY_MS = 86_400_000;
/** Time after its end for which an unpaid link has the addresses of its buyer. */
const CONTACT_MS = 30 * DAY_MS;

/** Opens payment links with the outbox of their events. */
export function openPaymentLinks(
  { log, closers }: Pick<ServiceContext, 'log' | 'closers'>,
  options: OpenPaymentLinksOptions,
) {
  const { connection, connected, config, producer, stock, topic, auditTopic, readReturnDays } = options;
  const outbox = closers.open('outbox of payment links', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: PAYMENT_LINKS.name,
      topics: [topic, auditTopic],
      findAcknowledged: createFindReceived(config),
      producer,
      log,
    }),
  );
  const store = mongoPaymentLinkStore(connection);
  const paymentLinks = createPaymentLinks({
    store,
    stock,
    topic,
    auditTopic,
    readReturnDays,
    notify: (id) => outbox.notify(id),
    onFailure: (error, paymentLink) =>
      log.warn({ err: error, paymentLink }, 'could not complete a payment link'),
  });
  return {
    outbox,
    store,
    paymentLinks,
    removeContacts: () => store.removeContactsBefore(new Date(Date.now() - CONTACT_MS)),
  };
}
