import { addGauge, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { LedgerStats, MailLedger } from './mail-ledger.ts';
import { MAIL_STATES } from './mail.ts';

const NO_STATS: LedgerStats = {
  states: { QUEUED: 0, SENDING: 0, SENT: 0, CANCELLED: 0, DEAD: 0 },
  oldestQueuedSeconds: 0,
};

/** Adds gauges of the mails of each state; they show the figures that the returned function read last. */
export function addLedgerMetrics(metrics: Metrics, ledger: Pick<MailLedger, 'stats'>): () => Promise<void> {
  let last = NO_STATS;
  for (const state of MAIL_STATES)
    addGauge(
      metrics,
      `mails_${state.toLowerCase()}`,
      `Mails in the state ${state}`,
      () => last.states[state],
    );
  addGauge(
    metrics,
    'oldest_queued_mail_seconds',
    'Age of the oldest mail that is not sent yet',
    () => last.oldestQueuedSeconds,
  );
  return async () => {
    last = await ledger.stats();
  };
}
