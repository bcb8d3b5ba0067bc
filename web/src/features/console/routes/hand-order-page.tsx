import { useNavigate } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import { HandOrderForm } from '../orders/hand-order-form.tsx';
import * as styles from '../orders/orders.module.css';

/** `/console/orders/new`: an order by phone, at the shop or at a book fair, which was paid to the shop itself or is paid by a link. */
export function HandOrderPage() {
  const navigate = useNavigate();
  const notices = useNotices();
  return (
    <>
      <header className={`page-head ${styles.orderHead}`}>
        <h1>New order</h1>
      </header>
      <HandOrderForm
        onSaved={(id, isLink) => {
          notices.success(isLink ? 'The payment link is ready.' : 'The order is saved.');
          void navigate(`/console/${isLink ? 'payment-links' : 'orders'}/${id}`);
        }}
      />
    </>
  );
}
