import { UserContact } from '@vidhi/contracts/purchases.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import { emailKey, type Purchase } from './purchase.ts';
import type { PurchaseStore } from './purchase-store.ts';

const TIMEOUT_MS = 2_000;

/** Resolves with the address that an account has confirmed; null without one. Rejects while accounts does not respond. */
export type FindConfirmedAddress = (userId: number) => Promise<string | null>;

export function createFindConfirmedAddress(
  accountsUrl: string | undefined,
  serviceToken: string,
): FindConfirmedAddress {
  if (accountsUrl === undefined) return async () => null;
  const accounts = createServiceClient({ url: accountsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (userId) => {
    const contact = await accounts.find(servicePath`/internal/users/${userId}/contact`, UserContact);
    return contact?.isConfirmed === true ? contact.address : null;
  };
}

export interface GuestOrders {
  /**
   * Gives an account the orders that a guest has made with its confirmed address. Never rejects: while accounts does not
   * respond, the account has the orders that it had.
   */
  claim(userId: number): Promise<void>;
  /**
   * Resolves with whether a purchase belongs to an account, or would after `claim`. Changes nothing, so that HEAD can
   * use it.
   */
  isOf(purchase: Pick<Purchase, 'userId' | 'buyerEmail'>, userId: number): Promise<boolean>;
}

export function createGuestOrders(deps: {
  purchases: Pick<PurchaseStore, 'claim'>;
  findConfirmedAddress: FindConfirmedAddress;
  onFailure: (error: unknown) => void;
}): GuestOrders {
  const { purchases, findConfirmedAddress, onFailure } = deps;
  /** Resolves with null while accounts does not respond, too. */
  async function findKey(userId: number): Promise<string | null> {
    try {
      const address = await findConfirmedAddress(userId);
      return address === null ? null : emailKey(address);
    } catch (error) {
      onFailure(error);
      return null;
    }
  }
  return {
    async claim(userId) {
      const key = await findKey(userId);
      if (key !== null) await purchases.claim(key, userId).catch(onFailure);
    },
    async isOf({ userId: owner, buyerEmail }, userId) {
      if (owner !== null) return owner === userId;
      return buyerEmail !== undefined && (await findKey(userId)) === emailKey(buyerEmail);
    },
  };
}
