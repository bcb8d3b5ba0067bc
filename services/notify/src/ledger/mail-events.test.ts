import { expect, it } from 'vitest';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { createMailEvents } from './mail-events.ts';

const orderCreated = (occurredAt: Date): Envelope => ({
  id: 'order.created:pu_1',
  type: 'order.created',
  v: 1,
  aggregateId: 'pu_1',
  occurredAt: occurredAt.toISOString(),
  data: { purchaseId: 'pu_1', checkoutId: 'co_1', userId: null, totalPaise: 100 },
});

it.each([
  ['is new', new Date(Date.now() + 3_600_000), false],
  ['comes late', new Date(0), true],
])('looks for a mail that was sent before when its event %s: %s', async (_, occurredAt, expected) => {
  const received: (boolean | undefined)[] = [];
  const insert = async (_id: string, _planned: unknown, mayBeAccepted?: boolean) => {
    received.push(mayBeAccepted);
    return ['mail'];
  };
  expect(
    await createMailEvents({ insert }, async () => undefined)(orderCreated(occurredAt), {} as never),
  ).toBe('applied');
  expect(received).toEqual([expected]);
});
