import { useNavigate } from 'react-router-dom';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { statusPath } from '#shared/payment/last-purchase.ts';
import { useFindOrderMutation } from '#shared/payment/payment-api.ts';
import type { OrderQuery } from '@vidhi/contracts/order-status.ts';
import { findOrderForm } from '../find-order-form-definition.ts';
import * as styles from '../payment.module.css';

/** `/order-status`: finds the page of an order by its number and e-mail address, for buyers without an account. */
export function OrderStatusPage() {
  const [findOrder] = useFindOrderMutation();
  const navigate = useNavigate();
  const submit = async (values: OrderQuery) => {
    const { data, error } = await findOrder(values);
    if (data !== undefined) await navigate(statusPath(data));
    return { error };
  };
  return (
    <div className={styles.purchase}>
      <header className="page-head">
        <h1>Order status</h1>
        <p className="page-head__about">
          To track your order or get its bill, enter the order number and your email address. You do not need
          an account.
        </p>
      </header>
      <ThinForm form={findOrderForm} submit={submit} submitLabel="Show my order" busyLabel="Searching">
        <TextField
          name="purchase_number"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextField name="email" type="email" autoComplete="email" required />
      </ThinForm>
      <noscript>
        <p>This form needs JavaScript.</p>
      </noscript>
    </div>
  );
}
