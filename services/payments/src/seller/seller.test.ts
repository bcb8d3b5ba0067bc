import { describe, expect, it } from 'vitest';
import { createSellerCheck, NO_SELLER } from './seller.ts';

const LIVE = 'rzp_live_abcdef';

/** A check over settings that are read anew after half a minute; null: cart-orders does not respond. */
function aCheck(keyId: string, first: string[] | null) {
  const state = { missing: first, nowMs: 0, reads: 0 };
  const reported: string[][] = [];
  const seller = createSellerCheck({
    keyId,
    async findSeller() {
      state.reads += 1;
      if (state.missing === null) throw new Error('down');
      return { missing: state.missing };
    },
    onMissing: (names) => void reported.push([...names]),
    now: () => state.nowMs,
  });
  const outcome = () =>
    seller.requireSeller().then(
      () => 'allowed',
      (error: { status: number; message: string }) => `${error.status} ${error.message}`,
    );
  return { seller, state, reported, outcome };
}

describe('payments with live keys', () => {
  it('are rejected while the seller is not set, and reported once', async () => {
    const { seller, reported, outcome } = aCheck(LIVE, ['SELLER_NAME', 'SELLER_PHONE']);
    expect(await outcome()).toBe(`503 ${NO_SELLER}`);
    expect(await outcome()).toBe(`503 ${NO_SELLER}`);
    expect(reported).toEqual([['SELLER_NAME', 'SELLER_PHONE']]);
    // Not ready would take the whole service away, with the webhooks of what was paid before.
    expect(seller.check()).toEqual({
      ok: false,
      isAdvisory: true,
      detail:
        'no payments are taken: set SELLER_NAME, SELLER_PHONE of cart-orders, or the seller at /console/shop-settings',
    });
  });

  it('are taken once it is set', async () => {
    const { seller, state, outcome } = aCheck(LIVE, ['SELLER_NAME']);
    await outcome();
    state.missing = [];
    state.nowMs = 30_000;
    expect(await outcome()).toBe('allowed');
    expect(seller.check()).toEqual({ ok: true, isAdvisory: true });
  });

  it('are rejected for the moment while cart-orders does not respond', async () => {
    const { seller, outcome } = aCheck(LIVE, null);
    expect(await outcome()).toBe('503 try again');
    expect(seller.check()).toMatchObject({ ok: false, isAdvisory: true });
  });
});

it('payments with test keys need no seller', async () => {
  const { seller, state, outcome } = aCheck('rzp_test_sandbox', ['SELLER_NAME']);
  expect(await outcome()).toBe('allowed');
  expect([state.reads, seller.check().ok]).toEqual([0, true]);
});
