import type { PageProps } from '#shared/routing/route.ts';
import { RegistrationPage } from '../signup/registration-page.tsx';
import { OLDER_REGISTER, SIGNUP } from '../signup/registration-variant.ts';

/** `/signup` registers a customer, a lawyer or a firm; `/register` is its older form, for the links that lead there. */
export const SignupPage = ({ path }: PageProps) => (
  <RegistrationPage variant={path === '/register' ? OLDER_REGISTER : SIGNUP} />
);
