import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { baseApi } from '#shared/api/base-api.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useLoginMutation } from '#shared/session/login-api.ts';
import type { Credentials } from '#shared/session/login-form-definition.ts';
import { LoginForm } from '#shared/session/login-form.tsx';
import { isChallenge } from '#shared/session/second-step-challenge.ts';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { FirstAdministratorForm } from './first-administrator-form.tsx';

const firstAdministratorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    hasAdministrator: build.query<boolean, void>({
      query: () => '/staff/first-administrator',
      transformResponse: ({ exists }: { exists: boolean }) => exists,
    }),
  }),
});

const TEXTS = {
  title: 'This site has no administrator yet',
  how: 'Make one with this command, on the machine that runs the site. It shows a password once.',
  command: 'npm run staff -- add you@example.com administrator',
  containers: 'With containers:',
  containerCommand: 'docker compose run --rm tools staff add you@example.com administrator',
  then: 'Then log in with that address and password.',
  again: 'I have done that',
  make: 'Make the first administrator',
  makeHow: 'Of this site, who may do everything. You invite others from the console.',
  made: 'Your account is ready',
  login: 'Log in with the address and the password that you have just chosen.',
} as const;

const CONSOLE = '/console';
const TOKEN = /^#first-administrator=([\w-]{43})$/;

/** Returns a function that logs in at once; it resolves with false where that needs another step, or did not work. */
function useLogIn(): (credentials: Credentials) => Promise<boolean> {
  const [login] = useLoginMutation();
  const dispatch = useSessionDispatch();
  return (credentials) =>
    requestSessionLock(async () => {
      const { data } = await login(credentials);
      if (data === undefined || isChallenge(data)) return false;
      dispatch(startSession(data));
      return true;
    });
}

/**
 * Renders its content, but on a fresh site without an administrator the way to make one: a form for the link that the start
 * of the site prints, else a command. A failed check changes nothing.
 */
export function FirstAdministrator({ children }: { children: ReactNode }) {
  const { data: exists, isLoading, isFetching, refetch } = firstAdministratorApi.useHasAdministratorQuery();
  const token = TOKEN.exec(useLocation().hash)?.[1];
  const [isMade, setMade] = useState(false);
  const logIn = useLogIn();
  const navigate = useNavigate();
  const enter = async (credentials: Credentials): Promise<void> => {
    if (await logIn(credentials)) void navigate(CONSOLE, { replace: true });
    else setMade(true);
  };
  if (isMade)
    return (
      <>
        <Head title={TEXTS.made} />
        <p>{TEXTS.login}</p>
        <LoginForm target={CONSOLE} />
      </>
    );
  if (isLoading) return <Skeleton shape="article" label="Loading the page" />;
  if (exists !== false) return children;
  if (token !== undefined)
    return (
      <>
        <Head title={TEXTS.make} />
        <p>{TEXTS.makeHow}</p>
        <FirstAdministratorForm token={token} onMade={enter} />
      </>
    );
  return (
    <>
      <Head title={TEXTS.title} />
      <p>{TEXTS.how}</p>
      <pre>
        <code>{TEXTS.command}</code>
      </pre>
      <p>{TEXTS.containers}</p>
      <pre>
        <code>{TEXTS.containerCommand}</code>
      </pre>
      <p>{TEXTS.then}</p>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isFetching || undefined}
          onClick={() => void refetch()}
        >
          {TEXTS.again}
        </button>
      </p>
    </>
  );
}

const Head = ({ title }: { title: string }) => (
  <header className="page-head">
    <h1>{title}</h1>
  </header>
);
