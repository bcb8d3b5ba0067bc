import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import { cartCollection } from '@vidhi/collections/cart-orders/cart.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { Owner } from '@vidhi/collections/declaration.ts';

/** The service and the import endpoint for documents of one type. */
export interface Destination {
  uid: string;
  service: Owner | 'notify';
  type: string;
}

/**
 * In import order: targets of relations first, so that a reader never shows a post whose author or picture is
 * not imported yet.
 */
export const DESTINATIONS: readonly Destination[] = [
  { uid: userCollection.uid, service: 'accounts', type: 'users' },
  { uid: fileCollection.uid, service: 'catalog', type: 'files' },
  ...[...newsOwned, ...catalogOwned, cartCollection].map(({ uid, owner, name }) => ({
    uid,
    service: owner,
    type: name,
  })),
  // They are stored; an import sends no mails.
  { uid: 'api::coming-soon-user.coming-soon-user', service: 'notify', type: 'coming-soon-users' },
];

/** Internal types of the reference, which are not imported. */
const INTERNAL = [
  /^plugin::users-permissions\.(permission|role)$/,
  /^plugin::upload\.folder$/,
  /^admin::/,
  /^strapi::/,
];

export const isInternal = (uid: string): boolean => INTERNAL.some((pattern) => pattern.test(uid));
