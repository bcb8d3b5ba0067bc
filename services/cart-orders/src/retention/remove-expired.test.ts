import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemoveExpired } from './remove-expired.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-30T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it('removes each kind of data after its time', async () => {
  const removed: Record<string, string> = {};
  const note = (name: string) => async (before: Date) =>
    void (removed[name] = before.toISOString().slice(0, 10));
  const nothing = async (): Promise<void> => undefined;
  await createRemoveExpired({
    carts: { removeGuestLinesBefore: note('guests'), deleteRemovedBefore: note('removed lines') },
    purchases: { numberOlder: nothing, removeContactsBefore: note('contacts') },
    paymentLinks: { removeContacts: nothing },
    unprintable: { removeBefore: note('unprintable') },
    config: { GUEST_CART_RETENTION_DAYS: 60, RECORD_YEARS: 1 },
  })();
  expect(removed).toEqual({
    guests: '2026-10-01',
    'removed lines': '2026-11-16',
    unprintable: '2026-10-31',
    contacts: '2025-11-29',
  });
});
