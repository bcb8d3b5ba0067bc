import { BROKER_STATE } from '@vidhi/messaging/topic-loss.ts';
import { ACCOUNTS } from './accounts/account-store.ts';
import { CHECKOUTS } from './checkouts/checkout-collection.ts';
import { UNMATCHED_PAYMENTS } from './checkouts/unmatched-payments.ts';
import { PROVIDER_EVENTS } from './webhooks/provider-events.ts';

/** Everything that payments stores. */
export const COLLECTIONS = [CHECKOUTS, PROVIDER_EVENTS, UNMATCHED_PAYMENTS, ACCOUNTS, BROKER_STATE];
