import { describe, expect, it } from 'vitest';
import { createCartRestoration } from './cart-restoration.ts';
import type { Checkout } from './checkout.ts';
import { aCheckout } from './checkout-builder.ts';

const LINE = {
  lineId: 'line-1',
  lineRev: 2,
  bookId: 1,
  title: 'Book 1',
  listPaise: 1,
  unitPaise: 1,
  quantity: 3,
};
const aCartCheckout = (_id: string, fields: Partial<Checkout> = {}): Checkout =>
  aCheckout({
    _id,
    snapshot: { lines: [{ ...LINE, lineId: `line-of-${_id}` }], shippingPaise: 0, totalPaise: 1, hash: 'h' },
    ...fields,
  });

/** Creates a restoration over these checkouts; cart-orders responds while `isUp`. */
function aRestoration(stored: Checkout[]) {
  const state = { isUp: true, calls: [] as string[], limits: [] as Date[], failures: 0 };
  const restoration = createCartRestoration({
    checkouts: {
      findDue: async () => stored.filter(({ restoreDueAt }) => restoreDueAt !== undefined),
      async restoreDue(id, at) {
        const checkout = stored.find(({ _id }) => _id === id);
        if (checkout === undefined || checkout.status === 'PAID') return false;
        checkout.restoreDueAt = at;
        checkout.restoreRemovedBefore = at;
        return true;
      },
      async restored({ _id }, next) {
        const checkout = stored.find((each) => each._id === _id);
        if (checkout === undefined) return;
        if (next === null) delete checkout.restoreDueAt;
        else checkout.restoreDueAt = next;
      },
    },
    async restoreLines(lines, removedBefore) {
      state.calls.push(...lines.map(({ lineId }) => lineId));
      state.limits.push(removedBefore);
      if (!state.isUp) throw new Error('no response');
    },
    onFailure: () => void (state.failures += 1),
  });
  return { state, restoration };
}

describe('the cart of a payment that failed', () => {
  it('is restored at once, and once more for deletions that were on their way', async () => {
    const checkout = aCartCheckout('co_1');
    const { state, restoration } = aRestoration([checkout]);
    await restoration.restoreCart(checkout);
    expect(state.calls).toEqual(['line-of-co_1']);
    await restoration.restoreDueCarts();
    await restoration.restoreDueCarts();
    expect(state.calls).toEqual(['line-of-co_1', 'line-of-co_1']);
  });

  it('is restored later when cart-orders does not respond', async () => {
    const checkouts = [aCartCheckout('co_1'), aCartCheckout('co_2', { restoreDueAt: new Date() })];
    const { state, restoration } = aRestoration(checkouts);
    state.isUp = false;
    for (const checkout of checkouts) await restoration.restoreCart(checkout);
    await restoration.restoreDueCarts();
    expect(state.failures).toBe(3);
    state.isUp = true;
    state.calls = [];
    await restoration.restoreDueCarts();
    expect(state.calls.toSorted()).toEqual(['line-of-co_1', 'line-of-co_2']);
    expect(checkouts.map(({ restoreDueAt }) => restoreDueAt)).toEqual([undefined, undefined]);
  });

  it('leaves out what is deleted after the restoration became due, however often it fails', async () => {
    const dueAt = new Date('2026-11-22T10:00:00Z');
    const late = aCartCheckout('co_1', { restoreDueAt: dueAt, restoreRemovedBefore: dueAt });
    const { state, restoration } = aRestoration([late]);
    state.isUp = false;
    await restoration.restoreDueCarts();
    state.isUp = true;
    await restoration.restoreDueCarts();
    expect(state.limits).toEqual([dueAt, dueAt]);

    const failed = aCartCheckout('co_2');
    const another = aRestoration([failed]);
    await another.restoration.restoreCart(failed);
    const { restoreDueAt: repeatAt } = failed;
    await another.restoration.restoreDueCarts();
    expect(another.state.limits).toEqual([repeatAt, repeatAt]);
  });

  it('stays as it is when another payment has paid it', async () => {
    const checkout = aCartCheckout('co_1', { status: 'PAID' });
    const { state, restoration } = aRestoration([checkout]);
    await restoration.restoreCart(checkout);
    expect(state.calls).toEqual([]);
  });
});
