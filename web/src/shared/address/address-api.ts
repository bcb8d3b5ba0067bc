import type { AccountResponse } from '@vidhi/contracts/account-responses.ts';
import type { OrderRow } from '@vidhi/contracts/order-row.ts';
import type { OrderStatusResponse } from '@vidhi/contracts/order-status.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { baseApi } from '../api/base-api.ts';
import { queryOf, type WireList } from '../api/read.ts';

type Contact = Pick<Address, 'name' | 'email' | 'phone'>;

/** The addresses of an order. */
export interface UsedAddresses {
  billing: Address;
  shipping: Address;
}

/** Orders among which the last one with an address is found: older ones may have none. */
const RECENT_ORDERS = 10;

const addressApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Name, e-mail address and phone number of the account, as an address has them. */
    accountContact: build.query<Contact, void>({
      query: () => '/users/me',
      transformResponse: ({ first_name, last_name, email, mobile }: AccountResponse) => ({
        name: [first_name, last_name].filter(Boolean).join(' '),
        email: email ?? '',
        phone: mobile ?? '',
      }),
      providesTags: ['Account', 'Member'],
      extraOptions: { auth: true },
    }),
    /** The addresses of the last order of an account; null without one that has them. */
    lastAddresses: build.query<UsedAddresses | null, number>({
      queryFn: async (userId, _api, _options, call) => {
        const query = queryOf({
          'filters[user_id][id][$eq]': userId,
          'pagination[pageSize]': RECENT_ORDERS,
        });
        const orders = await call(`/orders?${query}`);
        if (orders.error !== undefined) return { error: orders.error };
        const last = (orders.data as WireList<OrderRow>).data.find(
          ({ attributes }) => attributes.paymentDetails?.data.payment[0]?.shipping_address,
        );
        if (last === undefined) return { data: null };
        const order = await call(`/order-status/${encodeURIComponent(last.attributes.checkout_id)}`);
        if (order.error !== undefined) return { error: order.error };
        const { billing, shipping } = (order.data as OrderStatusResponse).data;
        return { data: billing === null || shipping === null ? null : { billing, shipping } };
      },
      providesTags: ['Order', 'Member'],
      extraOptions: { auth: true },
    }),
  }),
});

export const { useAccountContactQuery, useLazyLastAddressesQuery } = addressApi;
