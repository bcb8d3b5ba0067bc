import { defineCollection } from '../declaration.ts';

/** Copies of one book that one cart line may order. */
export const MAX_QUANTITY = 20;

/** Lines of carts on the wire, as in the reference. */
export const cartCollection = defineCollection({
  name: 'cart',
  plural: 'carts',
  uid: 'api::cart.cart',
  kind: 'collection',
  owner: 'cart-orders',
  ownRoutes: true,
  draftAndPublish: false,
  attributes: {
    Quantity: { type: 'integer', min: 1, max: MAX_QUANTITY },
    Batch_id: { type: 'string', maxLength: 200 },
    users_permissions_user: { type: 'relation', relation: 'manyToOne', target: 'user' },
    catalog_books: { type: 'relation', relation: 'manyToOne', target: 'book', required: true },
  },
});
