import { afterEach, expect, it } from 'vitest';
import { freshQueuePrefix, testEngines } from '@vidhi/testing/engines.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';

const NEVER_MS = 600_000;
const MAILS = ['a', 'b', 'c', 'd', 'e', 'f'];

let queue: MailQueue | undefined;
afterEach(() => queue?.close());

it('sends as many mails at once as it has connections', async () => {
  /** Ends the sendings that have begun, in their order. */
  const pending: (() => void)[] = [];
  let sent = 0;
  let max = 0;
  queue = createMailQueue({
    redisUrl: testEngines().redisUrl,
    prefix: freshQueuePrefix(),
    sweepMs: NEVER_MS,
    concurrency: 2,
    ledger: { findDue: async () => MAILS.map((id) => ({ id, claims: 0 })) },
    async sendMail() {
      await new Promise<void>((resolve) => {
        pending.push(resolve);
        max = Math.max(max, pending.length);
      });
      sent += 1;
      return null;
    },
    log: { warn: () => undefined },
  });
  queue.start();
  for (let ended = 0; ended < MAILS.length; ended += 1) {
    const expected = Math.min(2, MAILS.length - ended);
    await expect.poll(() => pending.length).toBeGreaterThanOrEqual(expected);
    pending.shift()?.();
  }
  await expect.poll(() => sent).toBe(MAILS.length);
  expect(max).toBe(2);
});
