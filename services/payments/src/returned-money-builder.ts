import { aCheckout } from './checkouts/checkout-builder.ts';
import type { Checkout, RefundDue } from './checkouts/checkout.ts';
import type { ReturnsStore } from './checkouts/returns-store.ts';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type ProviderDispute,
  type ProviderRefund,
} from './razorpay/provider.ts';
import { createFollowPartRefunds } from './refunds/part-refunds.ts';
import { createRefunds } from './refunds/refunds.ts';
import { createReturns } from './refunds/returns.ts';

export const CAPTURED = 50_000;
export const NOW = Date.parse('2026-11-01T10:00:00Z');

/** Creates a provider with one captured payment of ₹500, whose refunds and disputes a test makes and ends. */
function aProvider() {
  const refunds: ProviderRefund[] = [];
  const disputes: ProviderDispute[] = [];
  const keys = new Map<string, { amount: number; id: string }>();
  const refunded = (): number =>
    refunds.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0);
  function make(amount: number, status: string): ProviderRefund {
    if (amount > CAPTURED - refunded()) throw new ProviderRejectedError('more than is left');
    const made = { id: `rfnd_${refunds.length + 1}`, payment_id: 'pay_1', amount, status };
    refunds.push(made);
    return made;
  }
  const self = {
    refunds,
    disputes,
    keys,
    /** Called before the next refund is requested. */
    before: (): void => undefined,
    /** Called before the payment is read the next time. */
    beforePayment: (): void => undefined,
    /** Whether the response to the next request is lost. */
    losesResponse: false,
    inDashboard: (amount: number, status = 'processed') => make(amount, status),
    dispute(amount: number, status = 'open'): ProviderDispute {
      const made = {
        id: `disp_${disputes.length + 1}`,
        payment_id: 'pay_1',
        amount,
        amount_deducted: 0,
        status,
      };
      disputes.push(made);
      return made;
    },
    calls: {
      listRefunds: async () => structuredClone(refunds),
      listRefundsSince: async () => structuredClone(refunds),
      listDisputesSince: async () => structuredClone(disputes),
      async findDispute(id: string) {
        const found = disputes.find((one) => one.id === id);
        if (found === undefined) throw new ProviderRejectedError('unknown dispute');
        return { ...found };
      },
      async findPayment() {
        self.beforePayment();
        self.beforePayment = () => undefined;
        return {
          id: 'pay_1',
          order_id: 'order_1',
          amount: CAPTURED,
          currency: 'INR',
          status: refunded() === CAPTURED ? 'refunded' : 'captured',
          method: 'card',
          captured: true,
          amount_refunded: refunded(),
        };
      },
      async refund(_paymentId: string, amount: number, key: string) {
        self.before();
        self.before = () => undefined;
        const used = keys.get(key);
        if (used !== undefined && used.amount !== amount) throw new ProviderRejectedError('another request');
        const made = refunds.find(({ id }) => id === used?.id) ?? make(amount, 'pending');
        keys.set(key, { amount, id: made.id });
        if (!self.losesResponse) return { ...made };
        self.losesResponse = false;
        throw new ProviderUnavailableError('no answer');
      },
    },
  };
  return self;
}

/** Creates a checkout that this payment has paid, in memory, with what reads and refunds its money. */
export function aPaidCheckout(fields: Partial<Checkout> = {}) {
  const provider = aProvider();
  let checkout = aCheckout({ status: 'FULFILLED', paymentId: 'pay_1', ...fields });
  let passed = 0;
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const store: ReturnsStore = {
    find: async (id) => (id === checkout._id ? structuredClone(checkout) : null),
    findWithPayment: async (paymentId) => (paymentId === 'pay_1' ? structuredClone(checkout) : null),
    async store(read, returns, next) {
      if (read.returns?.rev !== checkout.returns?.rev) return false;
      const { returnsDueAt: _due, ...rest } = checkout;
      checkout = { ...rest, returns, ...(next === null ? {} : { returnsDueAt: next }) };
      return true;
    },
    findDue: async () => (checkout.returnsDueAt === undefined ? [] : [structuredClone(checkout)]),
    async looked({ returnsDueAt }, next) {
      if (returnsDueAt?.getTime() === checkout.returnsDueAt?.getTime() && next !== null)
        checkout = { ...checkout, returnsDueAt: next };
    },
  };
  const returns = createReturns({
    store,
    provider: provider.calls,
    checkMs: 1_000,
    onFailure,
    now: () => NOW + passed,
  });
  const followPartRefunds = createFollowPartRefunds({
    store: {
      async moved(_id, refund, from) {
        const partRefunds = (checkout.partRefunds ?? []).map((one) =>
          one.key === refund.key && one.state === from ? refund : one,
        );
        checkout = { ...checkout, partRefunds };
      },
    },
    provider: provider.calls,
    returns,
    checkMs: 1_000,
    onFailure,
  });
  let isSettling = false;
  function settleFailed(): void {
    isSettling = false;
    const refunds = checkout.refunds.map((one) =>
      one.state === 'FAILED' ? { ...one, state: 'SETTLED' as const } : one,
    );
    checkout = { ...checkout, refunds };
  }
  const followRefunds = createRefunds({
    followPartRefunds,
    checkouts: {
      findDue: async () => [structuredClone(checkout)],
      async refundMoved(_id, refund, from) {
        if (isSettling) settleFailed();
        const isMoved = checkout.refunds.some(
          (one) => one.paymentId === refund.paymentId && from.includes(one.state),
        );
        const refunds = checkout.refunds.map((one) =>
          one.paymentId === refund.paymentId && from.includes(one.state) ? refund : one,
        );
        checkout = { ...checkout, refunds };
        return isMoved;
      },
      refundsChecked: async () => undefined,
    },
    provider: provider.calls,
    returns,
    checkMs: 1_000,
    onFailure,
  });
  return {
    provider,
    returns,
    followRefunds,
    failures,
    read: () => checkout,
    /** Staff says that refunds which failed were paid back another way, before the next step of one is stored. */
    settleFailed: () => void (isSettling = true),
    /** Lets time pass at the reader of refunds. */
    pass: (ms: number) => void (passed += ms),
    /** Orders a refund of a part, as the shop does. */
    order(key: string, amountPaise: number): void {
      const { partRefunds = [] } = checkout;
      checkout = { ...checkout, partRefunds: [...partRefunds, { key, amountPaise, state: 'DUE' }] };
    },
    /** Cancels the purchase: what is left of its payment is due for refund. */
    cancel(): void {
      const due: RefundDue = {
        paymentId: 'pay_1',
        amountPaise: CAPTURED,
        reason: 'cancelled',
        state: 'DUE',
        providerId: null,
      };
      checkout = { ...checkout, refunds: [due] };
    },
  };
}
