import { useParams } from 'react-router-dom';
import { isCheckoutId } from '#shared/payment/last-purchase.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { PurchaseProgress } from '../components/purchase-progress.tsx';
import * as styles from '../payment.module.css';

/** `/status/{checkout}`: how far a purchase is, whatever became of the page that paid it. */
export function StatusPage() {
  const { checkout } = useParams();
  if (!isCheckoutId(checkout)) return <NotFound />;
  return (
    <div className={styles.purchase}>
      <header className="page-head">
        <h1>Your purchase</h1>
        <p className="page-head__about">This page is up to date by itself. Keep its address to come back.</p>
      </header>
      <PurchaseProgress checkoutId={checkout} />
    </div>
  );
}
