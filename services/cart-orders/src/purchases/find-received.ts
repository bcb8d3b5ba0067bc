import { PaymentLinkSent, PURCHASE_EVENTS } from '@vidhi/contracts/events.ts';
import { createFindReceived as createFind } from '@vidhi/outbox/find-received.ts';
import { accountsUrlOf } from '@vidhi/service-kit/service-env.ts';
import type { Config } from '../config.ts';

/** Finds the events of purchases and payment links that their consumers have. */
export const createFindReceived = (config: Config) =>
  createFind({
    accountsUrl: config.ACCOUNTS_URL ?? accountsUrlOf(config),
    notifyUrl: config.NOTIFY_URL,
    serviceToken: config.SERVICE_TOKEN,
    mailed: [...PURCHASE_EVENTS, PaymentLinkSent].map(({ type }) => type),
  });
