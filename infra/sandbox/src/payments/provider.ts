import { createHmac } from 'node:crypto';
import { badRequest, notApplicable, unknownId } from './api-error.ts';
import {
  DECLINED,
  feeOf,
  newId,
  type Failure,
  type Method,
  type Notes,
  type Order,
  type Payment,
  type Refund,
  type WebhookMode,
} from './entities.ts';
import type { Ledger } from './ledger.ts';
import { PLAIN, type EventContent, type Webhooks } from './webhooks.ts';

export interface NewOrder {
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  uniqueReceipt: boolean;
  /** Payments stay authorized until they are captured by a call. */
  manualCapture: boolean;
}

export interface NewPayment {
  method: Method;
  /** Amount of the order, unless a test sets another. */
  amount?: number;
  currency?: string;
  email?: string | null;
  contact?: string | null;
  cardNumber?: string;
  network?: string;
  vpa?: string;
  bank?: string;
  /** Also on an order that is paid: two captured payments, which Razorpay normally prevents. */
  force?: boolean;
}

/** Argument that checkout.js passes to its handler. */
export interface Confirmation {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface NewRefund {
  amount: number | undefined;
  speed: string;
  notes: Notes;
  receipt: string | null;
  /** Value of `X-Refund-Idempotency`, with the request body that it was sent with. */
  key: { id: string; body: string } | null;
}

/** The state of orders, payments and refunds, and its transitions. Each emits its webhooks. */
export type Provider = ReturnType<typeof createProvider>;

export interface ProviderOptions {
  ledger: Ledger;
  webhooks: Pick<Webhooks, 'emit'>;
  keySecret: string;
  /** Seconds since the epoch, by the provider's clock. */
  now: () => number;
}

export function createProvider({ ledger, webhooks, keySecret, now }: ProviderOptions) {
  function getOrder(id: string): Order {
    const order = ledger.find('orders', id);
    if (order === undefined) throw unknownId();
    return order;
  }
  function getPayment(id: string): Payment {
    const payment = ledger.find('payments', id);
    if (payment === undefined) throw unknownId();
    return payment;
  }
  function getRefund(id: string): Refund {
    const refund = ledger.find('refunds', id);
    if (refund === undefined) throw unknownId();
    return refund;
  }
  const paymentsOf = (orderId: string): Payment[] =>
    ledger.list('payments', (payment) => payment.order_id === orderId);
  const put = (payment: Payment): Payment => {
    ledger.put('payments', payment);
    return payment;
  };

  function createOrder(input: NewOrder): Order {
    const { amount, currency, receipt, notes, uniqueReceipt, manualCapture } = input;
    const existing = uniqueReceipt
      ? ledger.list('orders', (order) => order.receipt === receipt)[0]
      : undefined;
    if (existing !== undefined) {
      if (existing.amount !== amount || existing.currency !== currency)
        throw badRequest('Order receipt should be unique.');
      return existing;
    }
    const order: Order = {
      id: newId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes,
      created_at: now(),
    };
    if (manualCapture) ledger.put('manualOrders', { id: order.id });
    ledger.put('orders', order);
    return order;
  }

  function startPayment(orderId: string, input: NewPayment): Payment {
    const order = getOrder(orderId);
    if (order.status === 'paid' && input.force !== true)
      throw badRequest('Payment processing failed because the order is already paid', {
        reason: 'order_already_paid',
      });
    const { method, email = null, contact = null, cardNumber } = input;
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      amount: input.amount ?? order.amount,
      currency: input.currency ?? order.currency,
      status: 'created',
      order_id: order.id,
      invoice_id: null,
      international: false,
      method,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: null,
      card_id: method === 'card' ? newId('card') : null,
      ...(method === 'card'
        ? {
            card: {
              entity: 'card' as const,
              name: '',
              last4: (cardNumber ?? '4100280000001007').slice(-4),
              network: input.network ?? 'Visa',
              type: 'debit',
            },
          }
        : {}),
      bank: method === 'netbanking' ? (input.bank ?? 'HDFC') : null,
      wallet: null,
      vpa: method === 'upi' ? (input.vpa ?? 'success@razorpay') : null,
      email,
      contact,
      notes: order.notes,
      fee: null,
      tax: null,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: {},
      created_at: now(),
    };
    if (order.status !== 'paid')
      ledger.put('orders', { ...order, status: 'attempted', attempts: order.attempts + 1 });
    return put(payment);
  }

  const noError = {
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
  };

  /** Returns the events of a capture: the order is paid with it, unless the amounts differ. */
  function captureNow(payment: Payment): EventContent[] {
    const captured = put({
      ...payment,
      status: 'captured',
      captured: true,
      ...feeOf(payment.amount),
      acquirer_data: { rrn: String(now()).padStart(12, '0'), auth_code: '123456' },
    });
    const order = getOrder(payment.order_id);
    const paid: Order = {
      ...order,
      amount_paid: order.amount_paid + payment.amount,
      amount_due: Math.max(0, order.amount - order.amount_paid - payment.amount),
      status: 'paid',
    };
    ledger.put('orders', paid);
    return [
      { event: 'payment.captured', payment: captured },
      { event: 'order.paid', payment: captured, order: paid },
    ];
  }

  /**
   * Authorizes a payment in state `created`, or `failed` when the bank's decision came late. Captures it unless the order
   * says otherwise.
   */
  function authorize(id: string, mode: WebhookMode = PLAIN, captures = true): Payment {
    const payment = getPayment(id);
    if (payment.status !== 'created' && payment.status !== 'failed')
      throw badRequest('This payment has already been processed.');
    const authorized = put({ ...payment, ...noError, status: 'authorized' });
    const events: EventContent[] = [{ event: 'payment.authorized', payment: authorized }];
    if (captures && ledger.find('manualOrders', payment.order_id) === undefined)
      events.push(...captureNow(authorized));
    webhooks.emit(events, mode);
    return getPayment(id);
  }

  function fail(id: string, failure: Failure = DECLINED, mode: WebhookMode = PLAIN): Payment {
    const payment = getPayment(id);
    if (payment.status !== 'created') throw badRequest('This payment has already been processed.');
    const failed = put({
      ...payment,
      status: 'failed',
      error_code: failure.code,
      error_description: failure.description,
      error_source: failure.source,
      error_step: failure.step,
      error_reason: failure.reason,
    });
    webhooks.emit([{ event: 'payment.failed', payment: failed }], mode);
    return failed;
  }

  function capture(id: string, amount: number, currency: string): Payment {
    const payment = getPayment(id);
    if (payment.status === 'captured' || payment.status === 'refunded')
      throw badRequest('This payment has already been captured');
    if (payment.status !== 'authorized')
      throw badRequest('Only payments which have been authorized and not yet captured can be captured');
    if (payment.amount !== amount || payment.currency !== currency)
      throw badRequest('Capture amount must be equal to the amount authorized');
    if (getOrder(payment.order_id).status === 'paid')
      throw badRequest('Payment cannot be captured because the order is already paid', {
        reason: 'order_already_paid',
      });
    webhooks.emit(captureNow(payment), PLAIN);
    return getPayment(id);
  }

  /** @param dashboardMode how the webhooks of a refund that is made in the dashboard are delivered */
  function refund(paymentId: string, input: NewRefund, dashboardMode?: WebhookMode): Refund {
    const { key } = input;
    const used = key === null ? undefined : ledger.find('refundKeys', key.id);
    if (used !== undefined) {
      if (used.body === key?.body) return getRefund(used.refundId);
      throw notApplicable(400, 'Different request with the same idempotency key has already been processed.');
    }
    const payment = getPayment(paymentId);
    const left = payment.amount - payment.amount_refunded;
    const amount = input.amount ?? left;
    if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken');
    if (left === 0) throw badRequest('The payment has been fully refunded already');
    if (amount > left) throw badRequest('The refund amount provided is greater than amount captured');
    if (amount < 100) throw badRequest('The amount must be at least INR 1.00', { field: 'amount' });
    const created: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: input.notes,
      receipt: input.receipt,
      acquirer_data: { arn: null },
      created_at: now(),
      batch_id: null,
      status: 'pending',
      speed_requested: input.speed,
      speed_processed: 'normal',
    };
    ledger.put('refunds', created);
    if (key !== null) ledger.put('refundKeys', { ...key, refundId: created.id });
    const isFull = amount === left;
    const refunded = put({
      ...payment,
      amount_refunded: payment.amount_refunded + amount,
      refund_status: isFull ? 'full' : 'partial',
      status: isFull ? 'refunded' : payment.status,
    });
    if (dashboardMode !== undefined) ledger.put('refundModes', { id: created.id, mode: dashboardMode });
    const mode = dashboardMode ?? PLAIN;
    webhooks.emit([{ event: 'refund.created', payment: refunded, refund: created }], mode);
    return created;
  }

  /** Ends a refund at the bank: a failed one returns the amount to the payment. */
  function settleRefund(id: string, status: 'processed' | 'failed', given?: WebhookMode): Refund {
    const mode = given ?? ledger.find('refundModes', id)?.mode ?? PLAIN;
    const current = getRefund(id);
    if (current.status !== 'pending') throw badRequest('This refund has already been processed.');
    const settled: Refund = {
      ...current,
      status,
      acquirer_data: { arn: status === 'processed' ? `ARN${now()}` : null },
    };
    ledger.put('refunds', settled);
    let payment = getPayment(current.payment_id);
    if (status === 'failed') {
      const left = payment.amount_refunded - current.amount;
      payment = put({
        ...payment,
        amount_refunded: left,
        refund_status: left === 0 ? null : 'partial',
        status: 'captured',
      });
    }
    webhooks.emit([{ event: `refund.${status}`, payment, refund: settled }], mode);
    return settled;
  }

  return {
    ledger,
    getOrder,
    getPayment,
    getRefund,
    paymentsOf,
    createOrder,
    startPayment,
    authorize,
    fail,
    capture,
    refund,
    settleRefund,
    setNotes(id: string, notes: Notes): Order {
      const order = { ...getOrder(id), notes };
      ledger.put('orders', order);
      return order;
    },
    confirmation: ({ id, order_id }: Payment): Confirmation => ({
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: createHmac('sha256', keySecret).update(`${order_id}|${id}`).digest('hex'),
    }),
  };
}
