import { useRef, useState } from 'react';
import type { Addresses } from '#shared/address/address-form-definition.ts';
import { isProblem } from '#shared/api/problem.ts';
import type { BookPrice } from '#shared/catalogue/money.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { loadCheckout } from '#shared/payment/checkout-script.ts';
import { noteLastPurchase, type PurchaseLink } from '#shared/payment/last-purchase.ts';
import { openWidget } from '#shared/payment/open-widget.ts';
import {
  useCreateBookOrderMutation,
  useCreateOrderMutation,
  useOpenDialogMutation,
  useVerifyPaymentMutation,
} from '#shared/payment/payment-api.ts';
import { useSite } from '#shared/site/site-context.tsx';
import type { BookItem } from '../item/item.ts';
import { bookOrderKey, forgetBookOrderKey } from './book-order-key.ts';

const MESSAGES = {
  placed: 'Order was placed',
  // Spelled as the specification has it.
  notPlaced: 'Error: plese try again later ',
  failed: 'Payment failed. Please try again.',
} as const;
type Outcome = keyof typeof MESSAGES;
interface Attempt {
  outcome: Outcome | null;
  /** Shown in place of the message of the outcome. */
  message?: string;
  /** An error of the server about the addresses. */
  error?: unknown;
}
/** A failure of which the form shows nothing. */
export const NOT_BOUGHT: SubmitResult = { error: null };

const PAISE = 100;
/** Name of the error of a network that has too many unpaid copies. */
const RESERVATION_LIMIT = 'ReservationLimitError';
const BAD_REQUEST = 400;
const CONFLICT = 409;
const DAY_CHARS = 10;

/** Returns the day of a purchase, and the same day of the next month, as the wire has them. */
function datesOf(now: Date): { purchase_date: string; expiry_date: string } {
  const expiry = new Date(now);
  expiry.setUTCMonth(now.getUTCMonth() + 1);
  return {
    purchase_date: now.toISOString().slice(0, DAY_CHARS),
    expiry_date: expiry.toISOString().slice(0, DAY_CHARS),
  };
}

export interface BookPurchaseOptions {
  book: BookItem;
  price: BookPrice;
  /** Total that the page shows. */
  totalPaise: number;
  userId: number;
  /** Reads the shipping charge again. */
  refetchTerms: () => unknown;
}

export interface BookPurchaseState {
  message: string;
  isPlaced: boolean;
  /** The last attempt; null before the provider has an order of it. */
  purchase: PurchaseLink | null;
  isBusy: boolean;
  /** Resolves when the attempt has ended, however it ended, with an error about the addresses. */
  buy: (addresses: Addresses) => Promise<SubmitResult>;
}

/** Buys one copy of a book for an account: an order of the card provider, its widget, the verification, and the order. */
export function useBookPurchase(options: BookPurchaseOptions): BookPurchaseState {
  const { book, price, totalPaise, userId, refetchTerms } = options;
  const [createBookOrder] = useCreateBookOrderMutation();
  const [openDialog] = useOpenDialogMutation();
  const [verify] = useVerifyPaymentMutation();
  const [createOrder] = useCreateOrderMutation();
  const [{ outcome, message }, setAttempt] = useState<Attempt>({ outcome: null });
  const [purchase, setPurchase] = useState<PurchaseLink | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isLocked = useRef(false);
  const { name, checkoutScript } = useSite();

  async function attempt(addresses: Addresses): Promise<Attempt> {
    const { data: order, error: rejection } = await createBookOrder({
      ...addresses,
      userId,
      bookId: book.id,
      price: price.payable / PAISE,
      key: bookOrderKey(book.id),
    });
    if (isProblem(rejection) && rejection.status === BAD_REQUEST) return { outcome: null, error: rejection };
    if (isProblem(rejection) && rejection.code === RESERVATION_LIMIT)
      return { outcome: 'notPlaced', message: rejection.message };
    if (order === undefined || order.amount !== totalPaise) {
      // Another attempt shows the charge that is asked for.
      refetchTerms();
      return { outcome: 'notPlaced' };
    }
    const Widget = await loadCheckout(checkoutScript ?? '').catch(() => null);
    if (Widget === null) return { outcome: 'failed' };
    // Noted before: the tab may be closed while the payment is under way.
    const link = { checkoutId: order.checkoutId, key: order.linkKey };
    noteLastPurchase(link);
    // Its other failures must not stop a payment.
    const { error: gone } = await openDialog(order.checkoutId);
    if (isProblem(gone) && gone.status === CONFLICT) return { outcome: 'notPlaced' };
    const result = await openWidget(Widget, order, name);
    if (result.kind !== 'paid') return { outcome: result.kind === 'failed' ? 'failed' : null };
    setPurchase(link);
    const { error } = await verify(result.confirmation);
    if (isProblem(error) && [BAD_REQUEST, CONFLICT].includes(error.status)) return { outcome: 'failed' };
    const placed = await createOrder({
      user_id: userId,
      store_id: 'Books',
      item_id: String(book.id),
      ...datesOf(new Date()),
      item_detail: { title: book.title },
      Price: price.payable / PAISE,
      payment_id: result.confirmation.razorpay_payment_id,
    });
    if (placed.error !== undefined) return { outcome: 'notPlaced' };
    forgetBookOrderKey(book.id);
    return { outcome: 'placed' };
  }

  async function buy(addresses: Addresses): Promise<SubmitResult> {
    if (isLocked.current) return NOT_BOUGHT;
    isLocked.current = true;
    setBusy(true);
    try {
      const reached = await attempt(addresses);
      setAttempt(reached);
      return reached.outcome === 'placed' ? {} : { error: reached.error ?? null };
    } finally {
      isLocked.current = false;
      setBusy(false);
    }
  }
  return {
    message: message ?? (outcome === null ? '' : MESSAGES[outcome]),
    isPlaced: outcome === 'placed',
    purchase,
    isBusy,
    buy,
  };
}
