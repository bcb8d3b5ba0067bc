import {
  OrderAddressed,
  OrderCancelled,
  OrderCreated,
  OrderDisputed,
  OrderRefunded,
  OrderRequested,
  OrderShipped,
  PaymentLinkSent,
} from '@vidhi/contracts/events.ts';
import { createFindReceived as createFind } from '@vidhi/outbox/find-received.ts';
import { accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { Config } from '../config.ts';

const MAILED = [
  OrderCreated,
  OrderAddressed,
  OrderShipped,
  OrderCancelled,
  OrderRefunded,
  OrderRequested,
  OrderDisputed,
  PaymentLinkSent,
];

/** Finds the events of purchases and payment links that their consumers have. */
export const createFindReceived = (config: Config) =>
  createFind({
    accountsUrl: config.ACCOUNTS_URL ?? accountsUrlOf(config),
    notifyUrl: config.NOTIFY_URL,
    serviceToken: config.SERVICE_TOKEN,
    mailed: MAILED.map(({ type }) => type),
  });
