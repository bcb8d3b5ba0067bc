import { useState } from 'react';
import { isNarrow } from '#shared/browser/is-narrow.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { LoginForm } from '#shared/session/login-form.tsx';
import * as styles from '../cart.module.css';

/** Logs in without leaving the cart, whose books then belong to the account. */
export function CustomerLogin() {
  // On a phone it would be half a screen between the books and the address of those who buy without an account.
  const [isOpen] = useState(() => !isNarrow());
  return (
    <details className={styles.customerLogin} open={isOpen}>
      <summary>
        <h2 className="rubric" id="customer-login">
          Customer Login
        </h2>
      </summary>
      <p className={styles.customerLoginAbout}>
        You can buy without an account too, and <PageLink to="/order-status">find your order</PageLink> later
        by its number. If you log in, all orders of your confirmed email address are in your account.
      </p>
      <LoginForm target="/cart" />
    </details>
  );
}
