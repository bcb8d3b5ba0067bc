import { useMemo } from 'react';
import { baseApi } from '#shared/api/base-api.ts';
import type { Attributes } from '@vidhi/collections/all.ts';
import { queryOf, type WireEntry } from '#shared/api/read.ts';
import type { Problem } from '#shared/api/problem.ts';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { readBatchId, type CartOwner } from './cart-memory.ts';
import { readCartSnapshot, withoutPaidLines, writeCartSnapshot } from './cart-snapshot.ts';
import { ensureBatchId, forgetBatchId, writeCartCount } from './change-cart-memory.ts';
import { CART_QUERY, EMPTY_CART, toCart, copiesIn, type Cart, type WireCart } from './cart.ts';

type MaybePromise<Result> = Result | PromiseLike<Result>;
type Call = (args: string | { url: string; method: string; body: object }) => MaybePromise<{
  data?: unknown;
  error?: unknown;
}>;

const guestPath = (batchId: string): string =>
  `/carts?${queryOf({ 'filters[Batch_id][$eq]': batchId, ...CART_QUERY })}`;
const memberPath = (userId: number): string =>
  `/carts?${queryOf({ 'filters[users_permissions_user][id][$eq]': userId, ...CART_QUERY })}`;

/** Adds a book to the cart of who calls; the server merges a guest's cart of the same Batch_id once. */
const addition = (bookId: number, quantity: number, batchId: string | null) => ({
  url: '/carts',
  method: 'POST',
  body: {
    data: { catalog_books: bookId, Quantity: quantity, ...(batchId === null ? {} : { Batch_id: batchId }) },
  },
});

/**
 * Makes the lines of a guest's cart lines of the account: the first accepted request merges all of them on the server,
 * which ignores the others. The Batch_id is forgotten only then, so that an interrupted merge is repeated.
 */
async function mergeGuestCart(batchId: string, call: Call): Promise<void> {
  const { data } = await call(guestPath(batchId));
  if (data === undefined) return;
  for (const { quantity, book } of withoutPaidLines(toCart(data as WireCart)).lines) {
    if (book === null) continue;
    const { error } = await call(addition(book.id, quantity, batchId));
    if (error !== undefined) return;
  }
  forgetBatchId();
}

async function readCart(owner: CartOwner, call: Call): Promise<{ data: Cart } | { error: Problem }> {
  const batchId = readBatchId();
  if (owner === 'guest' && batchId === null) return { data: EMPTY_CART };
  if (owner !== 'guest' && batchId !== null) await mergeGuestCart(batchId, call);
  const { data, error } = await call(owner === 'guest' ? guestPath(batchId ?? '') : memberPath(owner));
  if (data !== undefined) return { data: withoutPaidLines(toCart(data as WireCart)) };
  reportError(new Error('The cart could not be read', { cause: error }));
  return { error: error as Problem };
}

export const cartApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    cart: build.query<Cart, CartOwner>({
      queryFn: async (owner, _api, _options, call) => {
        const result = await readCart(owner, call);
        if ('data' in result) {
          writeCartCount({ owner, count: copiesIn(result.data) });
          writeCartSnapshot(owner, result.data);
        }
        return result;
      },
      providesTags: (_cart, _error, owner) => (owner === 'guest' ? ['Cart'] : ['Cart', 'Member']),
      extraOptions: { auth: 'optional' },
    }),
    addToCart: build.mutation<
      { data: WireEntry<Attributes<'cart'>> },
      { owner: CartOwner; bookId: number; quantity: number }
    >({
      query: ({ owner, bookId, quantity }) =>
        addition(bookId, quantity, owner === 'guest' ? ensureBatchId() : readBatchId()),
      invalidatesTags: ['Cart'],
      extraOptions: { auth: 'optional' },
    }),
    /** Shows the new quantity at once, and the former one again after a failure. */
    setQuantity: build.mutation<unknown, { owner: CartOwner; lineId: number; quantity: number }>({
      query: ({ owner, lineId, quantity }) => ({
        url: `/carts/${lineId}`,
        method: 'PUT',
        body: { data: { Quantity: quantity, ...(owner === 'guest' ? { Batch_id: readBatchId() } : {}) } },
      }),
      onQueryStarted: async ({ owner, lineId, quantity }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          cartApi.util.updateQueryData('cart', owner, ({ lines }) => {
            const line = lines.find(({ id }) => id === lineId);
            if (line !== undefined) line.quantity = quantity;
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
      invalidatesTags: (_data, error) => (error === undefined ? ['Cart'] : []),
      extraOptions: { auth: 'optional' },
    }),
    removeLine: build.mutation<unknown, { owner: CartOwner; lineId: number }>({
      query: ({ owner, lineId }) => ({
        url: `/carts/${lineId}${owner === 'guest' ? `?${queryOf({ Batch_id: readBatchId() ?? '' })}` : ''}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_data, error) => (error === undefined ? ['Cart'] : []),
      extraOptions: { auth: 'optional' },
    }),
  }),
});

export const { useAddToCartMutation, useRemoveLineMutation, useSetQuantityMutation } = cartApi;

/** Returns the owner of the cart that this page shows; null until it is known whether a user is logged in. */
export function useCartOwner(): CartOwner | null {
  const session = useSession();
  const status = useSessionStatus();
  if (session !== null) return session.user.id;
  return status === 'unknown' || status === 'resuming' ? null : 'guest';
}

/** Returns the cart at the prices of the moment; the one that this tab saw last while that is read. */
export function useCart() {
  const owner = useCartOwner();
  const query = cartApi.useCartQuery(owner ?? 'guest', {
    skip: owner === null,
    refetchOnMountOrArgChange: true,
  });
  const snapshot = useMemo(() => (owner === null ? null : readCartSnapshot(owner)), [owner]);
  const { data, error, isFetching, refetch } = query;
  // Not `currentData`: at login the cart of the guest stays until that of the account is there, and with it the form.
  const cart = data ?? snapshot ?? undefined;
  // The error stays while the cart is read again, and so does the button that reads it.
  return { owner, cart, hasFailed: error !== undefined, isFetching, refetch };
}
