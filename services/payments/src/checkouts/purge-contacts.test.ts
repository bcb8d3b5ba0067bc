import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPurgeContacts } from './purge-contacts.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-30T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it('removes what unpaid checkouts and webhooks have after 30 days, and records of sales after their years', async () => {
  const calls: unknown[] = [];
  const purge = createPurgeContacts({
    events: { removeBodiesBefore: async (before) => void calls.push(before) },
    checkouts: { removeContacts: async (limits) => void calls.push(limits) },
    accounts: { listErased: async () => [7] },
    recordYears: 1,
  });
  await purge();
  const unpaidBefore = new Date('2026-10-31T00:00:00.000Z');
  const paidBefore = new Date('2025-11-29T00:00:00.000Z');
  expect(calls).toEqual([unpaidBefore, { erased: [7], unpaidBefore, paidBefore }]);
});
