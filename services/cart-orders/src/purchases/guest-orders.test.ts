import { describe, expect, it } from 'vitest';
import { aPurchase } from '../cart-app-builder.ts';
import { createGuestOrders } from './guest-orders.ts';

/** A guest's order, and an account with this confirmed address; a rejection when it is an error. */
function aGuestOrder(address: string | null | Error) {
  const purchase = { ...aPurchase(4), userId: null as number | null, buyerEmail: 'asha@reader.example' };
  const failures: unknown[] = [];
  const guestOrders = createGuestOrders({
    purchases: {
      async claim(email, userId) {
        if (email === purchase.buyerEmail) purchase.userId ??= userId;
      },
    },
    async findConfirmedAddress() {
      if (address instanceof Error) throw address;
      return address;
    },
    onFailure: (error) => void failures.push(error),
  });
  return { purchase, guestOrders, failures };
}

describe("a guest's order", () => {
  it('belongs to the account that has confirmed its address', async () => {
    const { purchase, guestOrders } = aGuestOrder('Asha@Reader.example');
    expect(await guestOrders.isOf(purchase, 7)).toBe(true);
    await guestOrders.claim(7);
    expect(purchase.userId).toBe(7);
    expect(await guestOrders.isOf(purchase, 8)).toBe(false);
  });

  it('belongs to the account, whichever form of an international domain the two have', async () => {
    const { guestOrders } = aGuestOrder('asha@xn--p1b6ci4b4b3a.xn--h2brj9c');
    const buyerEmail = 'asha@उदाहरण.भारत';
    expect(await guestOrders.isOf({ userId: null, buyerEmail }, 7)).toBe(true);
  });

  it('is not claimed by a look at it', async () => {
    const { purchase, guestOrders } = aGuestOrder('asha@reader.example');
    expect(await guestOrders.isOf(purchase, 7)).toBe(true);
    expect(purchase.userId).toBeNull();
  });

  it('without an address, which was removed with the contacts, belongs to nobody', async () => {
    const { purchase, guestOrders } = aGuestOrder('asha@reader.example');
    const { buyerEmail: _removed, ...withoutAddress } = purchase;
    expect(await guestOrders.isOf(withoutAddress, 7)).toBe(false);
  });

  it.each([null, 'other@reader.example'])(
    'stays a guest’s for an account that has confirmed %j',
    async (address) => {
      const { purchase, guestOrders } = aGuestOrder(address);
      expect(await guestOrders.isOf(purchase, 7)).toBe(false);
      expect(purchase.userId).toBeNull();
    },
  );

  it('stays a guest’s while accounts does not respond', async () => {
    const error = new Error('down');
    const { purchase, guestOrders, failures } = aGuestOrder(error);
    await guestOrders.claim(7);
    expect(purchase.userId).toBeNull();
    expect(failures).toEqual([error]);
  });
});
