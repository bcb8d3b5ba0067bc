import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { targetFrom } from '#shared/routing/login-target.ts';
import { useSession } from '#shared/session/session.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import '../account.css';
import { LoginForm } from '../components/login-form.tsx';

/** Signs in and goes on to where the visitor came from; who is signed in already goes there at once. */
export function LoginPage() {
  const { data: settings, isError } = useSettingsQuery();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isSignedIn = useSession() !== null;
  const target = targetFrom(query);
  useEffect(() => {
    if (isSignedIn) void navigate(target, { replace: true });
  }, [isSignedIn, navigate, target]);
  if (settings === undefined && !isError) return <Skeleton shape="article" label="Loading" />;
  if (settings?.showAuth !== true) return <NotFound />;
  return (
    <div className="login">
      <header className="page-head">
        <h1>Log in</h1>
      </header>
      <LoginForm />
      <noscript>
        <p>Logging in needs JavaScript.</p>
      </noscript>
    </div>
  );
}
