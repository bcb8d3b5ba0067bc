import { useSearchParams } from 'react-router-dom';
import { targetFrom } from '#shared/routing/login-target.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { ForgotForm } from '../components/forgot-form.tsx';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';

/** `/forgot-password`: has a link mailed that leads to `/reset-password`. */
export function ForgotPasswordPage() {
  const [query] = useSearchParams();
  const target = targetFrom(query);
  useMembersElsewhere(target);
  return (
    <AuthPage title="Forgot password">
      <ForgotForm target={target} />
    </AuthPage>
  );
}
