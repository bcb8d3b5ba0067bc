import type { HandOrderBody } from '@vidhi/contracts/hand-orders.ts';
import type { DecisionBody } from '@vidhi/contracts/order-requests.ts';
import type { PaymentLinkBody } from '@vidhi/contracts/payment-links.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import type { DeskPurchase, PurchasePage, PurchaseRow } from '@vidhi/contracts/shop-desk.ts';
import type { RefundRequest } from '@vidhi/contracts/shop-refunds.ts';
import type { ManyShipments, ShipmentRequest, ShipmentUpdate } from '@vidhi/contracts/shop-shipments.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { listPath } from '../kit/list-path.ts';
import type { Page } from '../kit/source.ts';

const listUrl = listPath('/purchases');

/** Orders in lists. */
export const orderListApi = resourceApi<PurchaseRow>('purchases', {
  list: listUrl,
  toPage: (body): Page<PurchaseRow> => {
    const { data, meta } = body as PurchasePage;
    return { rows: data, total: meta.pagination.total, hasMore: meta.pagination.has_more };
  },
});

/** One order with everything that is known of it. */
export const orderApi = resourceApi<DeskPurchase>('purchase', {
  list: listUrl,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/purchases/${encodeURIComponent(id)}`,
  toRow: (body) => (body as { data: DeskPurchase }).data,
});

const path = (id: string, rest: string): string => `/purchases/${encodeURIComponent(id)}/${rest}`;
const post = (url: string, data: object) => ({ url, method: 'POST', body: { data } });
const put = (url: string, data: object) => ({ url, method: 'PUT', body: { data } });

/** The calls that change an order. */
export const orderCalls = {
  ship: (id: string, data: ShipmentRequest) => post(path(id, 'shipments'), data),
  shipMany: (data: ManyShipments['data']) => post('/shipments', data),
  parcel: (id: string, shipment: number, data: ShipmentUpdate) =>
    put(path(id, `shipments/${shipment}`), data),
  packed: (ids: readonly string[], packed: boolean) => post('/purchases/packed', { ids, packed }),
  note: (id: string, text: string) => post(path(id, 'notes'), { text }),
  tags: (id: string, tags: readonly string[]) => put(path(id, 'tags'), { tags }),
  /** Corrects the address of delivery; the bill stays. An order without an address gets it as its billing address, too. */
  address: (id: string, address: Partial<Address>) => ({
    url: path(id, 'address'),
    method: 'PUT',
    body: { billingAddress: address, sameAddress: 'Yes' },
  }),
  /** The key makes a repeated press the same refund. */
  refund: (id: string, key: string, data: RefundRequest) => ({
    ...post(path(id, 'refunds'), data),
    headers: { 'idempotency-key': key },
  }),
  /** Notes that a failed refund was paid back another way. */
  settle: (id: string, refund: string, reason: string) =>
    put(path(id, `refunds/${refund}/settlement`), { reason }),
  /** Takes that note back. */
  unsettle: (id: string, refund: string) => ({
    url: path(id, `refunds/${refund}/settlement`),
    method: 'DELETE',
  }),
  resend: (id: string, mail: string) => ({ url: path(id, `mails/${mail}/resend`), method: 'POST' }),
  decide: (id: string, request: number, data: DecisionBody['data']) =>
    put(path(id, `requests/${request}`), data),
  /** Writes down an order by hand. The key makes a repeated press the same order. */
  writeDown: (key: string, body: HandOrderBody) => ({
    url: '/purchases',
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  }),
  /** Writes down an order that is paid by a link. The key makes a repeated press the same link. */
  writeLink: (key: string, body: PaymentLinkBody) => ({
    url: '/payment-links',
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  }),
  /** Cancels the whole purchase, by one of its lines. */
  cancel: (lineId: number) => put(`/orders/${lineId}`, { status: 'CANCELLED' }),
};
