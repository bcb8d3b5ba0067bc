import { badRequest, unknownId } from './api-error.ts';
import { newId, type Dispute, type WebhookMode } from './entities.ts';
import type { Ledger } from './ledger.ts';
import type { Provider } from './provider.ts';
import { PLAIN, type Webhooks } from './webhooks.ts';

const RESPOND_SECONDS = 7 * 86_400;
const isEnded = ({ status }: Dispute): boolean => ['won', 'lost', 'closed'].includes(status);

export interface DisputesOptions {
  ledger: Ledger;
  provider: Pick<Provider, 'getPayment'>;
  webhooks: Pick<Webhooks, 'emit'>;
  /** Seconds since the epoch, by the provider's clock. */
  now: () => number;
}

/** Disputes of captured payments, as the buyers' banks raise and end them. Each step emits its webhook. */
export type Disputes = ReturnType<typeof createDisputes>;

export function createDisputes({ ledger, provider, webhooks, now }: DisputesOptions) {
  function get(id: string): Dispute {
    const dispute = ledger.find('disputes', id);
    if (dispute === undefined) throw unknownId();
    return dispute;
  }
  function put(dispute: Dispute, event: string, mode: WebhookMode): Dispute {
    ledger.put('disputes', dispute);
    const payment = provider.getPayment(dispute.payment_id);
    webhooks.emit([{ event: `payment.dispute.${event}`, payment, dispute }], mode);
    return dispute;
  }
  return {
    get,
    list: () => ledger.list('disputes'),
    /** @param amount of the dispute: what was not refunded by default */
    raise(paymentId: string, amount?: number, mode: WebhookMode = PLAIN): Dispute {
      const payment = provider.getPayment(paymentId);
      const left = payment.amount - payment.amount_refunded;
      if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken');
      if ((amount ?? left) > payment.amount || (amount ?? left) < 1)
        throw badRequest('The amount of a dispute is at most that of its payment', { field: 'amount' });
      const dispute: Dispute = {
        id: newId('disp'),
        entity: 'dispute',
        payment_id: payment.id,
        amount: amount ?? left,
        currency: payment.currency,
        amount_deducted: 0,
        reason_code: 'goods_or_services_not_received_or_partially_received',
        respond_by: now() + RESPOND_SECONDS,
        status: 'open',
        phase: 'chargeback',
        created_at: now(),
      };
      return put(dispute, 'created', mode);
    },
    /** The next state of a dispute. One that is lost takes its amount from the merchant; the payment stays as it is. */
    move(id: string, status: Exclude<Dispute['status'], 'open'>, mode: WebhookMode = PLAIN): Dispute {
      const dispute = get(id);
      if (isEnded(dispute)) throw badRequest('This dispute has already ended.');
      const amount_deducted = status === 'lost' ? dispute.amount : 0;
      return put({ ...dispute, status, amount_deducted }, status, mode);
    },
  };
}
