import type { OrderRow } from '@vidhi/contracts/order-row.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import { saveFile } from '#shared/files/save-file.ts';

const PAGE_SIZE = 25;

export type OrderStatus = OrderRow['status'];
export type OrderDocument = 'bill-of-supply' | 'credit-note';

/** One book of a purchase, as the account sees it. */
export interface Order {
  id: number;
  bookId: string;
  title: string;
  pictureUrl: string | null;
  quantity: number;
  /** Rupees of one copy. */
  price: number;
  purchaseDate: string;
  shippingDate: string | null;
  deliveredDate: string | null;
  status: OrderStatus;
  /** Id of the checkout, whose page shows the progress of the purchase. */
  checkoutId: string;
  /** Number of the purchase; null for one of an older release. */
  number: string | null;
  /** Rupees that went back of the whole purchase. */
  refunded: number;
  documents: OrderDocument[];
  payment: OrderPayment | null;
}

export interface OrderPayment {
  orderId: string;
  /** Rupees of the whole purchase. */
  amount: number;
  billing: OrderAddress;
  shipping: OrderAddress;
}

export interface OrderAddress {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export interface OrderPage {
  orders: Order[];
  pageCount: number;
}

/** Returns the documents of a purchase; none for a cancelled one without a bill, which was never supplied. */
function documentsOf({ status, bill_number, credit_notes }: OrderRow): OrderDocument[] {
  if (status === 'CANCELLED' && !bill_number) return [];
  return credit_notes.length === 0 ? ['bill-of-supply'] : ['bill-of-supply', 'credit-note'];
}

const toPage = ({ data, meta }: WireList<OrderRow>): OrderPage => ({
  pageCount: meta?.pagination?.pageCount ?? 1,
  orders: data.map(({ id, attributes: order }) => {
    const detail = order.item_detail;
    const payment = order.paymentDetails?.data.payment[0];
    return {
      id,
      bookId: order.item_id,
      title: detail.Title,
      pictureUrl: detail.PrimaryImageId?.url ?? null,
      quantity: order.quantity,
      price: order.Price,
      purchaseDate: order.purchase_date,
      shippingDate: order.shipping_date,
      deliveredDate: order.delivered_date,
      status: order.status,
      checkoutId: order.checkout_id,
      number: order.purchase_number,
      refunded: order.refunded_amount,
      documents: documentsOf(order),
      payment:
        payment === undefined
          ? null
          : {
              orderId: payment.order_id ?? '',
              amount: payment.amount,
              billing: {
                name: payment.billing_name ?? '',
                email: payment.billing_email ?? '',
                phone: payment.billing_phone ?? '',
                address: payment.billing_address ?? '',
              },
              shipping: {
                name: payment.shipping_name ?? '',
                email: '',
                phone: payment.shipping_phone ?? '',
                address: payment.shipping_address ?? '',
              },
            },
    };
  }),
});

const ordersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    orders: build.query<OrderPage, { userId: number; page: number }>({
      query: ({ userId, page }) =>
        `/orders?${queryOf({
          'filters[user_id][id][$eq]': userId,
          'pagination[page]': page,
          'pagination[pageSize]': PAGE_SIZE,
        })}`,
      transformResponse: toPage,
      providesTags: ['Order', 'Member'],
      extraOptions: { auth: true },
    }),
    /** Has the browser save the PDF, which is sent with the access token only. */
    saveDocument: build.mutation<null, { orderId: number; document: OrderDocument }>({
      queryFn: async ({ orderId, document }, _api, _options, call) => {
        const { data, error } = await call({
          url: `/orders/${orderId}/${document}`,
          responseHandler: (response) => response.blob(),
        });
        if (error !== undefined) return { error };
        saveFile(`${document}-${orderId}.pdf`, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

export const { useOrdersQuery, useSaveDocumentMutation } = ordersApi;
