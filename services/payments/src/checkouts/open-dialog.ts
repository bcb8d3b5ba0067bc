import { createHmac } from 'node:crypto';
import { notFound } from '@vidhi/contracts/errors.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import type { ReserveStock } from './cart-client.ts';
import type { Checkout } from './checkout.ts';
import { UNPAID } from './transitions.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { copiesOf, requireReserved } from './reserved-copies.ts';

/**
 * Notes that the browser opens the provider's dialog, and prolongs the reservation of the copies, or makes it again when it
 * has expired. Throws 404 for an unknown checkout and 409 when the copies are gone; of a paid one nothing changes. May be
 * repeated.
 */
export type OpenDialog = (checkoutId: string, network: string) => Promise<void>;

export function createOpenDialog(deps: {
  checkouts: Pick<CheckoutStore, 'find' | 'dialogOpened'>;
  reserveStock: ReserveStock;
}): OpenDialog {
  const { checkouts, reserveStock } = deps;
  return async (checkoutId, network) => {
    const checkout = await checkouts.find(checkoutId);
    if (checkout?.providerOrderId === undefined) throw notFound();
    if (!UNPAID.includes(checkout.status)) return;
    requireReserved(await reserveStock({ ...copiesOf(checkout), network, opened: true }));
    await checkouts.dialogOpened(checkoutId);
  };
}

/** Creates a function that starts to prolong a reservation, for dialogs that opened without a report. It never throws. */
export const createProlongReservation =
  (reserveStock: ReserveStock, onFailure: (error: unknown) => void) =>
  (checkout: Checkout): void =>
    void reserveStock({ ...copiesOf(checkout), opened: true }).catch(onFailure);

const PSEUDONYM_CHARS = 22;

/**
 * Creates the pseudonyms by which reservations of one network are counted: the IPv4 address or the /64 of an IPv6 address
 * under a secret key, so that no store has the address itself.
 */
export const createNetworkOf =
  (secret: string) =>
  (address: string): string =>
    createHmac('sha256', secret)
      .update('network of a reservation\n')
      .update(clientNetwork(address).address)
      .digest('base64url')
      .slice(0, PSEUDONYM_CHARS);
