import { PageLink } from '#shared/ui/page-link.tsx';
import { LoginForm } from '#shared/session/login-form.tsx';
import * as styles from '../cart.module.css';

/** Logs in without leaving the cart, whose books then belong to the account. */
export const CustomerLogin = () => (
  <section className={styles.customerLogin} aria-labelledby="customer-login">
    <h2 className="rubric" id="customer-login">
      Customer Login
    </h2>
    <p className={styles.customerLoginAbout}>
      An account has the orders of its confirmed e-mail address. You can also buy without one, and{' '}
      <PageLink to="/order-status">find your order</PageLink> by its number.
    </p>
    <LoginForm target="/cart" />
  </section>
);
