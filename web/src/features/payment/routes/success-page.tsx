import { useSearchParams } from 'react-router-dom';
import { isCheckoutId, readLastPurchase, statusPath } from '#shared/payment/last-purchase.ts';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { PurchaseProgress } from '../components/purchase-progress.tsx';
import * as styles from '../payment.module.css';

/** `/success`: after a payment. The provider's page leads here without naming the purchase: it is this browser's last. */
export function SuccessPage() {
  const [query] = useSearchParams();
  const named = query.get('checkout');
  const checkoutId = isCheckoutId(named) ? named : readLastPurchase();
  return (
    <div className={styles.purchase}>
      <header className="page-head">
        <h1>Thank you for Your Purchase!</h1>
        <p className="page-head__about">Please check your registered email for the confirmation.</p>
      </header>
      {checkoutId !== null && (
        <>
          <PurchaseProgress checkoutId={checkoutId} />
          <p className={styles.purchaseNote}>
            You can close this page.{' '}
            <PageLink to={statusPath(checkoutId)}>The page of this purchase</PageLink> always shows how far it
            is.
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
