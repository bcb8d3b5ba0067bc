import { expect, it } from 'vitest';
import { runWebhooks } from './webhook-run.ts';

// A short run of `npm run webhooks`. It does not depend on the machine's speed: it waits as long as needed.

const RUN_MS = 1_200_000;
const PATIENCE_MS = 600_000;
const PAYMENTS = 8;

it(
  'leaves one order and one mail of each kind per payment, and rejects every forged webhook',
  async () => {
    const run = await runWebhooks({
      payments: PAYMENTS,
      forgedShare: 0.5,
      repeatedShare: 0.5,
      seed: 1,
      patienceMs: PATIENCE_MS,
      ended: new AbortController().signal,
      say: () => undefined,
    });
    expect(run).toMatchObject({
      webhooks: 3 * PAYMENTS,
      forged: (3 * PAYMENTS) / 2,
      acceptedForgeries: 0,
      rejected: 0,
      orders: PAYMENTS,
      mails: PAYMENTS,
      violations: [],
    });
  },
  RUN_MS,
);
