import { LoginForm } from '#shared/session/login-form.tsx';
import * as styles from '../cart.module.css';

/** Logs in without leaving the cart, whose books then belong to the account. */
export const CustomerLogin = () => (
  <section className={styles.customerLogin} aria-labelledby="customer-login">
    <h2 className="rubric" id="customer-login">
      Customer Login
    </h2>
    <p className={styles.customerLoginAbout}>
      With an account you find your orders again. You can also buy without one.
    </p>
    <LoginForm target="/cart" />
  </section>
);
