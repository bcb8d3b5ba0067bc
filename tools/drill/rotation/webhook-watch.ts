import type { Client } from '@vidhi/harness/http-exchange.ts';
import { failed, OK, type OutcomeLog } from '../outcomes.ts';

interface Delivery {
  id: string;
  event: string;
  attempts: number;
  lastStatus: number | null;
}

const isAccepted = ({ lastStatus }: Delivery): boolean =>
  lastStatus !== null && lastStatus >= 200 && lastStatus < 300;

/** Counts the attempts of a webhook since the last poll: accepted and rejected ones. */
export function attemptsSince(seen: number, delivery: Delivery): { accepted: number; rejected: number } {
  const made = Math.max(0, delivery.attempts - seen);
  const accepted = made > 0 && isAccepted(delivery) ? 1 : 0;
  return { accepted, rejected: made - accepted };
}

/** Records the webhooks of the payment sandbox as outcomes, each attempt at the time of the poll. */
export function createWebhookWatch(provider: Client, log: OutcomeLog): { check(): Promise<void> } {
  const attempts = new Map<string, number>();
  return {
    async check() {
      const exchange = await provider('/control/webhooks');
      if (exchange.status !== 200) return;
      for (const delivery of JSON.parse(exchange.body) as Delivery[]) {
        const { id, event, lastStatus } = delivery;
        const { accepted, rejected } = attemptsSince(attempts.get(id) ?? 0, delivery);
        attempts.set(id, delivery.attempts);
        const now = Date.now();
        const sent = { ...exchange, path: `webhook ${event}`, body: '', startedAt: now, endedAt: now };
        for (let n = 0; n < accepted; n += 1) log.add('webhook', { ...sent, status: 200 }, OK);
        for (let n = 0; n < rejected; n += 1)
          log.add('webhook', { ...sent, status: lastStatus }, failed('not accepted at once'));
      }
    },
  };
}
