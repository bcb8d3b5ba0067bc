import { RegistrationPage } from '../signup/registration-page.tsx';
import { OLDER_REGISTER } from '../signup/registration-variant.ts';

/** `/register`: the older form of `/signup`, for the links that lead there. */
export const RegisterPage = () => <RegistrationPage variant={OLDER_REGISTER} />;
