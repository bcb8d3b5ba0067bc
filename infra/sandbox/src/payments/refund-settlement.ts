import type { Provider } from './provider.ts';

const MAX_INTERVAL_MS = 1_000;

/** Settles requested refunds as the bank does later: processed, or returned as often as the scenario says. */
export function startRefundSettlement(
  { ledger, settleRefund }: Pick<Provider, 'ledger' | 'settleRefund'>,
  settleMs: number | undefined,
): { close(): void } {
  const afterMs = settleMs ?? Number.POSITIVE_INFINITY;
  const pendingSince = new Map<string, number>();

  function settleDue(): void {
    const now = performance.now();
    for (const { id, payment_id, status } of ledger.list('refunds')) {
      if (status !== 'pending') {
        pendingSince.delete(id);
        continue;
      }
      const since = pendingSince.get(id) ?? now;
      pendingSince.set(id, since);
      if (now - since < afterMs) continue;
      const left = ledger.find('refundFailures', payment_id)?.left ?? 0;
      if (left > 0) ledger.put('refundFailures', { id: payment_id, left: left - 1 });
      settleRefund(id, left > 0 ? 'failed' : 'processed');
    }
  }

  const timer = setInterval(settleDue, Math.min(afterMs, MAX_INTERVAL_MS));
  return { close: () => clearInterval(timer) };
}
