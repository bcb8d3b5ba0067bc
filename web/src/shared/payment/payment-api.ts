import type { Attributes } from '@vidhi/collections/all.ts';
import type { CheckoutOrder } from '@vidhi/contracts/checkout-order.ts';
import type {
  OrderHelp,
  OrderLinkResponse,
  OrderQuery,
  OrderStatusResponse,
} from '@vidhi/contracts/order-status.ts';
import type { RequestBody } from '@vidhi/contracts/order-requests.ts';
import { POLICY_NAMES, policyLinksOf, type PolicyLink } from '@vidhi/contracts/return-policy.ts';
import type { Addresses } from '#shared/address/address-form-definition.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import { linkKeyFrom, type PurchaseLink } from './last-purchase.ts';
import { baseApi } from '#shared/api/base-api.ts';
import type { Confirmation } from './checkout-script.ts';

/** An order of the card provider, as its widget needs it. */
export interface PaymentOrder {
  /** Id by which the purchase can be followed; nobody can guess it. */
  checkoutId: string;
  /** Key of the link to the purchase, which shows its addresses. */
  linkKey: string | null;
  orderId: string;
  /** In paise. */
  amount: number;
  currency: string;
  key: string;
  buyer: { name: string; email: string; phone: string };
}

const NOBODY = { name: '', email: '', phone: '' };

/** Returns the response of a checkout as the widget needs it. */
export const toOrder = ({
  razorpay_order_id,
  amount,
  currency,
  checkout_id,
  status_key,
  key,
  billingAddress,
}: CheckoutOrder): PaymentOrder => ({
  checkoutId: checkout_id,
  linkKey: linkKeyFrom(status_key),
  orderId: razorpay_order_id,
  amount,
  currency,
  key,
  buyer: billingAddress ?? NOBODY,
});

export interface CheckoutArg extends Addresses {
  /** The Batch_id of a guest's cart. */
  receipt: string | null;
  userId: number | null;
}

interface BookOrderArg extends Addresses {
  userId: number;
  bookId: number;
  /** In rupees. */
  price: number;
  /** Idempotency key: an attempt with the key of another one is the same purchase. */
  key: string;
}

export type PurchaseStage =
  | 'reserved'
  | 'paid'
  | 'confirmed'
  | 'mailed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'refunded';

export interface PurchaseStatus {
  /** The last stage that is reached. */
  stage: PurchaseStage;
  /** Whether it was not paid in time. */
  isExpired: boolean;
  /** In paise. */
  totalPaise: number;
  lines: {
    title: string;
    quantity: number;
    /** Days as YYYY-MM-DD. */
    shipping_date?: string | null;
    delivered_date?: string | null;
    /** Whether nothing of it is sent, as all of it was refunded before. */
    is_cancelled?: boolean;
  }[];
  /** Time at which it was packed. */
  packed_at?: string | null;
  /** Number of the order, once it is stored. */
  purchase_number?: string | null;
  /** Why it was cancelled. */
  cancelled_for?: string | null;
  help?: OrderHelp | null;
  /** Money that went back although the order stays, in paise. */
  refundedPaise?: number;
  /** Whether the buyer's bank disputes the payment. */
  isDisputed?: boolean;
  /** Whether the shop was paid itself, and returns money itself. */
  isByHand?: boolean;
}

export type OrderDetails = OrderStatusResponse['data'];

/** The calls of section 7.4. */
export const paymentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    createCheckout: build.mutation<PaymentOrder, CheckoutArg>({
      query: ({ receipt, userId, ...addresses }) => ({
        url: '/payment/checkout',
        method: 'POST',
        body: {
          ...(receipt === null ? {} : { receipt }),
          ...(userId === null ? {} : { user_id: userId }),
          ...addresses,
        },
      }),
      transformResponse: toOrder,
      extraOptions: { auth: 'optional' },
    }),
    createBookOrder: build.mutation<PaymentOrder, BookOrderArg>({
      query: ({ userId, bookId, price, key, ...addresses }) => ({
        url: '/payment/order',
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: { user_id: userId, book_id: bookId, Price: price, ...addresses },
      }),
      transformResponse: toOrder,
      extraOptions: { auth: true },
    }),
    openDialog: build.mutation<unknown, string>({
      query: (checkout_id) => ({ url: '/payment/dialog', method: 'POST', body: { checkout_id } }),
      extraOptions: { auth: 'optional' },
    }),
    verifyPayment: build.mutation<{ status: 'paid' | 'processing'; checkout_id: string }, Confirmation>({
      query: (confirmation) => ({ url: '/payment/verify', method: 'POST', body: confirmation }),
      // The cart still has the paid books for a moment: `cart-snapshot.ts` leaves them out.
      invalidatesTags: ['Order'],
      extraOptions: { auth: 'optional' },
    }),
    createOrder: build.mutation<unknown, Record<string, unknown>>({
      query: (data) => ({ url: '/orders', method: 'POST', body: { data } }),
      invalidatesTags: ['Order'],
      extraOptions: { auth: true },
    }),
    purchaseStatus: build.query<PurchaseStatus | null, string>({
      query: (checkoutId) => `/payment/status/${encodeURIComponent(checkoutId)}`,
      transformResponse: ({ data }: { data: PurchaseStatus | null }) => data,
    }),
    orderDetails: build.query<OrderDetails, PurchaseLink>({
      query: ({ checkoutId, key }) =>
        `/order-status/${encodeURIComponent(checkoutId)}${key === null ? '' : `?key=${key}`}`,
      transformResponse: ({ data }: OrderStatusResponse) => data,
      providesTags: ['Order', 'Member'],
      extraOptions: { auth: 'optional' },
    }),
    giveAddress: build.mutation<OrderDetails, { link: PurchaseLink; addresses: Addresses }>({
      query: ({ link: { checkoutId, key }, addresses }) => ({
        url: `/order-status/${encodeURIComponent(checkoutId)}/address${key === null ? '' : `?key=${key}`}`,
        method: 'PUT',
        body: addresses,
      }),
      transformResponse: ({ data }: OrderStatusResponse) => data,
      invalidatesTags: ['Order'],
      extraOptions: { auth: 'optional' },
    }),
    requestOfBuyer: build.mutation<OrderDetails, { link: PurchaseLink; data: RequestBody['data'] }>({
      query: ({ link: { checkoutId, key }, data }) => ({
        url: `/order-status/${encodeURIComponent(checkoutId)}/requests${key === null ? '' : `?key=${key}`}`,
        method: 'POST',
        body: { data },
      }),
      transformResponse: ({ data }: OrderStatusResponse) => data,
      invalidatesTags: ['Order'],
      extraOptions: { auth: 'optional' },
    }),
    findOrder: build.mutation<PurchaseLink, OrderQuery>({
      query: (body) => ({ url: '/order-status', method: 'POST', body }),
      transformResponse: ({ data }: OrderLinkResponse) => ({ checkoutId: data.checkout_id, key: data.key }),
    }),
    /** The pages with conditions of the shop that exist. */
    policies: build.query<PolicyLink[], null>({
      query: () =>
        `/hosted-pages?${queryOf({
          'filters[name][$in]': POLICY_NAMES,
          'fields[0]': 'name',
        })}`,
      transformResponse: ({ data }: WireList<Attributes<'hosted-page'>>) =>
        policyLinksOf(data.flatMap(({ attributes }) => attributes.name ?? [])),
    }),
  }),
});

export const {
  useCreateBookOrderMutation,
  useCreateCheckoutMutation,
  useCreateOrderMutation,
  useFindOrderMutation,
  useGiveAddressMutation,
  useOpenDialogMutation,
  useOrderDetailsQuery,
  usePoliciesQuery,
  usePurchaseStatusQuery,
  useRequestOfBuyerMutation,
  useVerifyPaymentMutation,
} = paymentApi;
