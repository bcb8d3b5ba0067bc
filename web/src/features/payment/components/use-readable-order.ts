import type { PurchaseLink } from '#shared/payment/last-purchase.ts';
import { useOrderDetailsQuery } from '#shared/payment/payment-api.ts';
import { useSession } from '#shared/session/session.ts';

/** The order, once the key of the link or a session shows it; requests nothing while it is not needed. */
export function useReadableOrder(link: PurchaseLink, isNeeded = true) {
  const session = useSession();
  const mayRead = link.key !== null || session !== null;
  return { mayRead, ...useOrderDetailsQuery(link, { skip: !mayRead || !isNeeded }) };
}
