import { useSearchParams } from 'react-router-dom';
import {
  isCheckoutId,
  linkKeyFrom,
  readLastPurchase,
  statusPath,
  type PurchaseLink,
} from '#shared/payment/last-purchase.ts';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PurchaseProgress } from '../components/purchase-progress.tsx';
import * as styles from '../payment.module.css';

/** Returns the purchase that the address names, with the key that the browser may remember; else the browser's last. */
function purchaseFrom(query: URLSearchParams): PurchaseLink | null {
  const named = query.get('checkout');
  const last = readLastPurchase();
  if (!isCheckoutId(named)) return last;
  const remembered = last?.checkoutId === named ? last.key : null;
  return { checkoutId: named, key: linkKeyFrom(query.get('key')) ?? remembered };
}

/** Asks to check the email. The address of an account is registered, that of a guest is only in the order. */
function CheckEmail() {
  const isMember = useSession() !== null;
  const isGuest = useSessionStatus() === 'anonymous';
  return (
    <p className="page-head__about">
      Please check your {isMember ? 'registered email' : 'email'} for the confirmation.
      {isGuest && ' It goes to the address that you gave with your order.'}
    </p>
  );
}

/** `/success`: after a payment. The provider's page leads here without naming the purchase: it is this browser's last. */
export function SuccessPage() {
  const [query] = useSearchParams();
  const link = purchaseFrom(query);
  return (
    <div className={styles.purchase}>
      <header className="page-head">
        <h1>Thank you for Your Purchase!</h1>
        <CheckEmail />
      </header>
      {link !== null && (
        <>
          <PurchaseProgress link={link} />
          <p className={styles.purchaseNote}>
            You can close this page. <PageLink to={statusPath(link)}>Track your order</PageLink> at any time;
            the link is also in every mail about it.
          </p>
        </>
      )}
      <p>
        <PageLink className="button" to={cataloguePath('books')}>
          Back to the books
        </PageLink>
      </p>
    </div>
  );
}
