import type { Connection } from 'mongoose';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { Migration } from '@vidhi/service-kit/migrations.ts';
import { paymentLinkKeys } from '../desk/search-keys.ts';

interface Link {
  _id: string;
  billing: Address | null;
  shipping: Address | null;
}

const linksOf = (connection: Connection) => connection.collection<Link>('payment_links');

/** Links that have lost their addresses have no keys either. */
const WITHOUT_KEYS = { keys: { $exists: false }, billing: { $ne: null } };

/** Stores the keys by which payment links are found, for those that were written down before there were any. */
export const paymentLinkSearchKeys: Migration = {
  id: 1,
  name: 'payment-link-search-keys',
  count: (connection) => linksOf(connection).countDocuments(WITHOUT_KEYS),
  async apply(connection) {
    const links = linksOf(connection);
    for await (const { _id, billing, shipping } of links.find(WITHOUT_KEYS, {
      projection: { billing: 1, shipping: 1 },
    }))
      // Not where the addresses were removed meanwhile.
      await links.updateOne({ ...WITHOUT_KEYS, _id }, { $set: { keys: paymentLinkKeys(billing, shipping) } });
  },
};
