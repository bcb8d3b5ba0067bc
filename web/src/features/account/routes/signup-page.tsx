import { RegistrationPage } from '../signup/registration-page.tsx';
import { SIGNUP } from '../signup/registration-variant.ts';

/** `/signup`: registers a customer, a lawyer or a firm. */
export const SignupPage = () => <RegistrationPage variant={SIGNUP} />;
