import type { OrderRow } from '@vidhi/contracts/order-row.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import type { Address } from '@vidhi/contracts/purchases.ts';
import { creditNotesOf, type Purchase, type PurchaseLine } from './purchase.ts';

const rupees = (paise: number): number => paise / 100;
const addressOf = (address: Address | null): string | null => (address === null ? null : placeOf(address));

function statusOf({ status }: Purchase, line: PurchaseLine): OrderRow['status'] {
  const { shipping_date, delivered_date, isCancelled } = line;
  if (status === 'CANCELLED' || isCancelled === true) return 'CANCELLED';
  if (delivered_date !== null) return 'DELIVERED';
  return shipping_date === null ? 'CONFIRMED' : 'SHIPPED';
}

/** Returns what went back of the payment of a purchase, which all of its orders share. */
function presentReturns(
  purchase: Purchase,
): Pick<OrderRow, 'refunded_amount' | 'refund_status' | 'is_disputed' | 'credit_notes'> {
  const { totalPaise, returnedPaise = 0, disputes = [] } = purchase;
  const refundStatus = returnedPaise === 0 ? null : returnedPaise < totalPaise ? 'partial' : 'full';
  return {
    refunded_amount: rupees(returnedPaise),
    refund_status: refundStatus,
    is_disputed: disputes.some(({ status }) => status === 'open'),
    credit_notes: creditNotesOf(purchase).map(({ number, date, amountPaise }) => ({
      number,
      date,
      amount: rupees(amountPaise),
    })),
  };
}

/** Returns one line of a purchase as an order of the wire, with both spellings of title and price. */
export function presentOrder(purchase: Purchase, line: PurchaseLine): { id: number; attributes: OrderRow } {
  const { billing, shipping, orderId, paymentId, checkoutId, totalPaise } = purchase;
  const { title, unitPaise, pictureUrl } = line;
  const createdAt = purchase.createdAt.toISOString();
  return {
    id: line.id,
    attributes: {
      store_id: 'Books',
      item_id: String(line.bookId),
      quantity: line.quantity,
      Price: rupees(unitPaise),
      payment_id: paymentId ?? null,
      checkout_id: checkoutId,
      purchase_number: purchase.purchaseNumber ?? null,
      cancelled_for: purchase.cancelledFor ?? null,
      purchase_date: line.purchase_date,
      expiry_date: line.expiry_date,
      shipping_date: line.shipping_date,
      delivered_date: line.delivered_date,
      status: statusOf(purchase, line),
      bill_number: purchase.bill?.number ?? null,
      ...presentReturns(purchase),
      item_detail: {
        Title: title,
        title,
        Price: rupees(unitPaise),
        price: rupees(unitPaise),
        PrimaryImageId: pictureUrl === null ? null : { url: pictureUrl },
      },
      paymentDetails: {
        data: {
          payment: [
            {
              order_id: orderId ?? null,
              amount: rupees(totalPaise),
              billing_name: billing?.name ?? null,
              billing_email: billing?.email ?? null,
              billing_phone: billing?.phone ?? null,
              billing_address: addressOf(billing),
              shipping_name: shipping?.name ?? null,
              shipping_phone: shipping?.phone ?? null,
              shipping_address: addressOf(shipping),
            },
          ],
        },
      },
      createdAt,
      updatedAt: createdAt,
    },
  };
}

/** Returns an order without payment, bill and addresses, for staff who may not read the data of buyers. */
export function withoutBuyer({ id, attributes }: ReturnType<typeof presentOrder>) {
  const {
    payment_id: _payment,
    checkout_id: _checkout,
    bill_number: _bill,
    credit_notes: _notes,
    refunded_amount: _refunded,
    paymentDetails: _details,
    ...rest
  } = attributes;
  return {
    id,
    attributes: {
      ...rest,
      payment_id: null,
      checkout_id: null,
      bill_number: null,
      credit_notes: null,
      refunded_amount: null,
      paymentDetails: null,
    },
  };
}
