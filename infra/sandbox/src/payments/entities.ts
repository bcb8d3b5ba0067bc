import { randomInt } from 'node:crypto';

/** Empty notes are a list on the wire, as Razorpay's. */
export type Notes = Record<string, string> | [];

export interface Order {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
}

export const METHODS = ['card', 'upi', 'netbanking'] as const;
export type Method = (typeof METHODS)[number];
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

/** The five fields that tell why a payment failed. */
export interface Failure {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
}

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: PaymentStatus;
  order_id: string;
  invoice_id: null;
  international: false;
  method: Method;
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: { entity: 'card'; name: string; last4: string; network: string; type: string };
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_requested: string;
  speed_processed: string;
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;

/** A payment that the buyer's bank questions. */
export interface Dispute {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  /** 0 unless it is lost. */
  amount_deducted: number;
  reason_code: string;
  respond_by: number;
  status: (typeof DISPUTE_STATUSES)[number];
  phase: 'chargeback';
  created_at: number;
}

export const DELIVERIES = ['sent', 'late', 'lost', 'doubled'] as const;

/** Faults of the webhooks of one change. */
export interface WebhookMode {
  /** `late`: first sent after `lateMs`. `lost`: never sent. `doubled`: sent twice with one event id. */
  delivery: (typeof DELIVERIES)[number];
  lateMs: number;
  /** In the opposite order: `order.paid` first, `payment.authorized` last. */
  reversed: boolean;
  /** The body is changed after it was signed. */
  tampered: boolean;
}

/** A webhook and what became of it. */
export interface Delivery {
  /** `x-razorpay-event-id`. */
  id: string;
  event: string;
  body: string;
  signature: string;
  /** Milliseconds since the epoch. */
  dueAt: number;
  state: 'pending' | 'delivered' | 'lost' | 'disabled';
  attempts: number;
  lastStatus: number | null;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `order_`, `pay_` and so on, and 14 base-62 characters. */
export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

/** 2 % and the tax of 18 % on it, which `fee` includes. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const net = Math.round(amount * 0.02);
  const tax = Math.round(net * 0.18);
  return { fee: net + tax, tax };
}

const bank = (reason: string, description: string, code = 'BAD_REQUEST_ERROR'): Failure => ({
  code,
  description,
  source: code === 'GATEWAY_ERROR' ? 'gateway' : 'bank',
  step: 'payment_authorization',
  reason,
});

export const DECLINED = bank('payment_failed', 'Your payment was declined by the bank. Try another method.');
export const WRONG_OTP: Failure = {
  ...bank('incorrect_otp', 'Your payment could not be completed as the OTP was incorrect.'),
  source: 'customer',
  step: 'payment_authentication',
};

/** Test cards by number, with what they fail with when the mock bank page says Failure. */
export const TEST_CARDS: Readonly<Record<string, { network: string; failure: Failure }>> = {
  '4100280000001007': { network: 'Visa', failure: DECLINED },
  '5500670000001002': { network: 'MasterCard', failure: DECLINED },
  '6527658900001005': { network: 'RuPay', failure: DECLINED },
  '36082800091007': { network: 'Diners Club', failure: DECLINED },
  '340256000401007': { network: 'American Express', failure: DECLINED },
  '4100280000090000': { network: 'Visa', failure: bank('payment_timed_out', 'Your payment timed out.') },
  '4100280000080001': {
    network: 'Visa',
    failure: bank('insufficient_funds', 'Your account does not have enough balance.'),
  },
  '4100280000070002': { network: 'Visa', failure: bank('payment_cancelled', 'You cancelled the payment.') },
  '4100280000060003': { network: 'Visa', failure: bank('card_declined', 'The bank declined your card.') },
  '4100280000030006': {
    network: 'Visa',
    failure: bank('card_disabled_for_online_payments', 'Your card is not enabled for online payments.'),
  },
  '4100280000010008': { network: 'Visa', failure: bank('card_number_invalid', 'The card number is wrong.') },
  '4100280000020007': {
    network: 'Visa',
    failure: bank('gateway_technical_error', 'The bank had a technical error.', 'GATEWAY_ERROR'),
  },
  '4100280000000009': {
    network: 'Visa',
    failure: bank('authentication_failed', 'Your bank could not authenticate you.'),
  },
};
