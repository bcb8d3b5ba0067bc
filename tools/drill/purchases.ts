import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';
import { failureOf, OK, wrong, type OutcomeLog } from './outcomes.ts';
import type { SiteTruth } from './site-truth.ts';
import { addressOf } from './views.ts';

export interface BuyerOptions {
  client: Client;
  /** Client of the payment sandbox. */
  provider: Client;
  truth: SiteTruth;
  log: OutcomeLog;
  ended: AbortSignal;
}

export interface Buyers {
  /** Waits until a book can be put into a cart: cart-orders has the import's events. */
  untilPossible(): Promise<void>;
  /** A guest buys a book: cart, checkout, payment in the sandbox, report of the payment. Stops at the first failure. */
  buy(): Promise<void>;
}

type Json = Record<string, unknown>;

const FIRST_BUYER = 0xe0_0000;
const AGAIN_MS = 250;
const MAX_REPORTS = 20;
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'drill@shop.example',
  address: '1 MG Road',
  pincode: '411001',
};

const parse = ({ body }: Exchange): Json => {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return {};
  }
};

export function createBuyers({ client, provider, truth, log, ended }: BuyerOptions): Buyers {
  let last = 0;

  const send = (number: number, path: string, body: Json): Promise<Exchange> =>
    client(path, { method: 'POST', headers: { 'x-forwarded-for': addressOf(FIRST_BUYER + number) }, body });

  const addToCart = (number: number, receipt: string): Promise<Exchange> => {
    const { books } = truth.content;
    const data = { catalog_books: books[number % books.length]?.id, count: 1, Batch_id: receipt };
    return send(number, '/api/carts', { data });
  };

  /** Returns the body of a successful response; null after a failure. */
  function note(exchange: Exchange): Json | null {
    const { status, body } = exchange;
    const verdict = status === 200 ? OK : wrong(`${status} to a purchase: ${body.slice(0, 200)}`);
    log.add('purchase', exchange, failureOf(exchange) ?? verdict);
    return status === 200 ? parse(exchange) : null;
  }

  const receiptOf = (number: number): string => `drill-${Date.now()}-${number}`.padEnd(24, '0');

  return {
    async untilPossible() {
      while (!ended.aborted && (await addToCart((last += 1), receiptOf(last))).status !== 200)
        await delay(AGAIN_MS);
    },
    async buy() {
      const number = (last += 1);
      const receipt = receiptOf(number);
      if (note(await addToCart(number, receipt)) === null) return;
      const order = { receipt, billingAddress: ADDRESS, sameAddress: true };
      const checkout = note(await send(number, '/api/payment/checkout', order));
      if (checkout === null) return;
      // The provider is not part of the site: its failures are no outcomes.
      const body = { order_id: checkout['razorpay_order_id'], outcome: 'captured', method: 'card' };
      const paid = parse(await provider('/control/pay', { method: 'POST', body }));
      if (paid['razorpay_payment_id'] === undefined) return;
      for (let report = 0; report < MAX_REPORTS && !ended.aborted; report += 1) {
        const verified = note(await send(number, '/api/payment/verify', paid));
        if (verified === null || verified['status'] === 'paid') return;
        await delay(AGAIN_MS);
      }
    },
  };
}
