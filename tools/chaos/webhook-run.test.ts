import { createHmac } from 'node:crypto';
import { createRandom } from '@vidhi/harness/random.ts';
import { describe, expect, it } from 'vitest';
import { forge } from './webhook-run.ts';

const SECRET = 'the secret of the provider';
const sign = (body: string): string => createHmac('sha256', SECRET).update(body).digest('hex');
const webhook = (id: string, amount: number) => {
  const body = JSON.stringify({ event: 'payment.captured', amount });
  return { id, body, signature: sign(body), isForged: false };
};

describe('forged webhooks', () => {
  it('are never signed by the provider, and have an id of their own', () => {
    const random = createRandom(1);
    const kinds = new Set<string>();
    for (let n = 0; n < 200; n += 1) {
      const { id, body, signature, isForged } = forge(webhook('evt_1', 500), webhook('evt_2', 900), random);
      expect(isForged).toBe(true);
      expect(id).not.toBe('evt_1');
      expect(signature).not.toBe(sign(body));
      kinds.add(`${body} ${signature}`);
    }
    expect(kinds.size).toBe(5);
  });
});
