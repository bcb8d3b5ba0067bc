import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { isCheckoutId, linkKeyFrom, readLastPurchase } from '#shared/payment/last-purchase.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PurchaseProgress } from '../components/purchase-progress.tsx';
import * as styles from '../payment.module.css';

/**
 * `/status/{checkout}?key=…`: how far a purchase is, whatever became of the page that paid it. Without the key, which the
 * browser of the buyer remembers, it has no addresses.
 */
export function StatusPage() {
  const { checkout } = useRouteParams();
  const [query] = useSearchParams();
  if (!isCheckoutId(checkout)) return <NotFound />;
  const last = readLastPurchase();
  const remembered = last?.checkoutId === checkout ? last.key : null;
  const key = linkKeyFrom(query.get('key')) ?? remembered;
  return (
    <div className={styles.purchase}>
      <header className="page-head">
        <h1>Your purchase</h1>
        <p className="page-head__about">This page updates by itself. Save its link to come back later.</p>
      </header>
      <PurchaseProgress link={{ checkoutId: checkout, key }} />
    </div>
  );
}
