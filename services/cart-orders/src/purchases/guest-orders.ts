import { Value } from 'typebox/value';
import { UserContact } from '@vidhi/contracts/purchases.ts';
import { emailKey, type Purchase } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

const TIMEOUT_MS = 2_000;

/** Resolves with the address that an account has confirmed; null without one. Rejects while accounts does not respond. */
export type FindConfirmedAddress = (userId: number) => Promise<string | null>;

export const createFindConfirmedAddress =
  (accountsUrl: string | undefined, serviceToken: string): FindConfirmedAddress =>
  async (userId) => {
    if (accountsUrl === undefined) return null;
    const response = await fetch(`${accountsUrl}/internal/users/${userId}/contact`, {
      headers: { 'x-service-token': serviceToken },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) {
      const { address, isConfirmed } = Value.Parse(UserContact, await response.json());
      return isConfirmed === true ? address : null;
    }
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`accounts responded ${response.status}`);
  };

export interface GuestOrders {
  /**
   * Gives an account the orders that a guest has made with its confirmed address. Never rejects: while accounts does not
   * respond, the account has the orders that it had.
   */
  claim(userId: number): Promise<void>;
  /** Resolves with whether a purchase is that of an account, after claiming it where a guest has made it. */
  isOf(purchase: Pick<Purchase, '_id' | 'userId'>, userId: number): Promise<boolean>;
}

export function createGuestOrders(deps: {
  purchases: Pick<PurchaseStore, 'claim' | 'find'>;
  findConfirmedAddress: FindConfirmedAddress;
  onFailure: (error: unknown) => void;
}): GuestOrders {
  const { purchases, findConfirmedAddress, onFailure } = deps;
  async function claim(userId: number): Promise<void> {
    try {
      const address = await findConfirmedAddress(userId);
      if (address !== null) await purchases.claim(emailKey(address), userId);
    } catch (error) {
      onFailure(error);
    }
  }
  return {
    claim,
    async isOf({ _id, userId: owner }, userId) {
      if (owner !== null) return owner === userId;
      await claim(userId);
      return (await purchases.find(_id))?.userId === userId;
    },
  };
}
