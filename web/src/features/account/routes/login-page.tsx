import { useSearchParams } from 'react-router-dom';
import { targetFrom } from '#shared/routing/login-target.ts';
import { LoginForm } from '#shared/session/login-form.tsx';
import { AuthPage } from '../components/auth-page.tsx';
import { ConfirmationNotice } from '../components/confirmation-notice.tsx';
import { useMembersElsewhere } from '../use-members-elsewhere.ts';

/** `/login`: logs in and continues to the page that the visitor came from; logged-in users are redirected there at once. */
export function LoginPage() {
  const [query] = useSearchParams();
  const target = targetFrom(query);
  // A link that has changed the address of an account leads here too.
  useMembersElsewhere(query.get('confirmed') === '1' ? '/account' : target);
  return (
    <AuthPage title="Log in">
      <ConfirmationNotice query={query} />
      <LoginForm target={target} />
    </AuthPage>
  );
}
