import type { AccountStore } from '../accounts/account-store.ts';
import type { ProviderEvents } from '../webhooks/provider-events.ts';
import type { CheckoutStore } from './checkout-store.ts';

interface PurgeContactsOptions {
  checkouts: Pick<CheckoutStore, 'removeContacts'>;
  events: Pick<ProviderEvents, 'removeBodiesBefore'>;
  accounts: Pick<AccountStore, 'listErased'>;
  /** Years for which the law requires the records of a sale. */
  recordYears: number;
}

const DAY_MS = 86_400_000;
/** Retention of the contact data of webhooks and unpaid checkouts. */
const CONTACT_MS = 30 * DAY_MS;

/** Creates the task that removes contact data after its retention, and that of erased accounts. */
export function createPurgeContacts(options: PurgeContactsOptions): () => Promise<void> {
  const { checkouts, events, accounts, recordYears } = options;
  return async () => {
    const now = Date.now();
    const unpaidBefore = new Date(now - CONTACT_MS);
    await events.removeBodiesBefore(unpaidBefore);
    const paidBefore = new Date(now - recordYears * 366 * DAY_MS);
    await checkouts.removeContacts({ erased: await accounts.listErased(), unpaidBefore, paidBefore });
  };
}
