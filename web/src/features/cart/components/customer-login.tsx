import { LoginForm } from '#shared/session/login-form.tsx';

/** Logs in without leaving the cart, whose books then belong to the account. */
export const CustomerLogin = () => (
  <section className="customer-login" aria-labelledby="customer-login">
    <h2 className="rubric" id="customer-login">
      Customer Login
    </h2>
    <p className="customer-login__about">
      With an account you find your orders again. You can also buy without one.
    </p>
    <LoginForm target="/cart" />
  </section>
);
