import type { CheckoutOrder } from '@vidhi/contracts/checkout-order.ts';
import type { PaymentLink, PaymentLinkResponse } from '@vidhi/contracts/payment-links.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { toOrder, type PaymentOrder } from '#shared/payment/payment-api.ts';

export type { PaymentLink };

/** A link of the shop, by which an order is paid. */
export interface LinkArg {
  id: string;
  key: string;
}

const linkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    paymentLink: build.query<PaymentLink, LinkArg>({
      query: ({ id, key }) => `/payment-links/${encodeURIComponent(id)}?key=${encodeURIComponent(key)}`,
      transformResponse: ({ data }: PaymentLinkResponse) => data,
    }),
    payLink: build.mutation<PaymentOrder, LinkArg>({
      query: ({ id, key }) => ({
        url: '/payment/checkout',
        method: 'POST',
        body: { payment_link: id, key },
      }),
      transformResponse: (body) => toOrder(body as CheckoutOrder),
    }),
  }),
});

export const { usePaymentLinkQuery, usePayLinkMutation } = linkApi;
