import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import type { PageProps } from '#shared/routing/route.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useUseMailedLinkMutation, type MailedAction } from '../account-api.ts';
import { ResendForm } from '../components/resend-form.tsx';
import * as styles from '../account.module.css';

interface Texts {
  action: MailedAction;
  /** Name of the token in the address. */
  parameter: 'confirmation' | 'stop';
  title: string;
  question: string;
  button: string;
  done: string;
  already: string;
  /** Advice when the link is not valid. */
  invalid: ReactNode;
  next: ReactNode;
}

const CONFIRM: Texts = {
  action: 'confirm',
  parameter: 'confirmation',
  title: 'Confirm your email address',
  question: 'Press the button to confirm the email address to which we sent this link.',
  button: 'Confirm email address',
  done: 'Your email address is confirmed.',
  already: 'Your email address is confirmed already.',
  invalid: (
    <>
      <p>
        It is older than a day, or a newer one was sent, or the password was changed since. We can send you
        another.
      </p>
      <ResendForm />
    </>
  ),
  next: <PageLink to="/login">Log in</PageLink>,
};

const CONFIRM_CHANGE: Texts = {
  action: 'confirmChange',
  parameter: 'confirmation',
  title: 'Confirm your new email address',
  question: 'Press the button to use the address that got this link for your account from now on.',
  button: 'Use this email address',
  done: 'Your account now has the new email address.',
  already: 'Your account has this email address already.',
  invalid: (
    <p>
      It is older than a day, or the change was stopped or requested again, or the password was changed since.
      You can ask for the change again in <PageLink to="/account">your account</PageLink>.
    </p>
  ),
  next: <PageLink to="/account">Go to your account</PageLink>,
};

const STOP_CHANGE: Texts = {
  action: 'stopChange',
  parameter: 'stop',
  title: 'Stop the change of your email address',
  question: 'Press the button if you did not ask for a new email address. Your account then stays as it is.',
  button: 'Stop the change',
  done: 'The change is stopped. Your account has the same email address as before.',
  already: 'No change of your email address is pending.',
  invalid: (
    <p>
      It is older than a day, or the password or the address was changed since. If you think that somebody
      else uses your account, <PageLink to="/forgot-password">set a new password</PageLink> or{' '}
      <PageLink to="/contact">write to us</PageLink>.
    </p>
  ),
  next: (
    <>
      If you did not ask for it, somebody knows your password:{' '}
      <PageLink to="/forgot-password">set a new one now</PageLink>. That logs out every device.
    </>
  ),
};

const TEXTS: Readonly<Record<string, Texts>> = {
  '/confirm-email': CONFIRM,
  '/confirm-email-change': CONFIRM_CHANGE,
  '/stop-email-change': STOP_CHANGE,
};

const INVALID = 'This link is not valid any more.';

/**
 * `/confirm-email`, `/confirm-email-change` and `/stop-email-change`: where the links of mails lead. Only the button changes
 * something, as programs that check the links of a mail open them.
 */
export function MailedLinkPage({ path }: PageProps) {
  const { action, parameter, title, question, button, done, already, invalid, next } = TEXTS[path] ?? CONFIRM;
  const [useLink, { isLoading }] = useUseMailedLinkMutation();
  const [query] = useSearchParams();
  const token = query.get(parameter) ?? '';
  const [success, setSuccess] = useState('');
  const [failure, setFailure] = useState(token === '' ? INVALID : '');
  const handleClick = async () => {
    if (isLoading) return;
    const { data, error } = await useLink({ action, token });
    if (data !== undefined) setSuccess(data.already ? already : done);
    setFailure(error === undefined ? '' : failureOf(error));
  };
  return (
    <div className={`${styles.login} ${styles.mailedLink}`}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {success === '' && failure !== INVALID && (
        <>
          <p>{question}</p>
          <p>
            <button
              className="button"
              type="button"
              aria-disabled={isLoading || undefined}
              onClick={() => void handleClick()}
            >
              {button}
            </button>
          </p>
        </>
      )}
      <div aria-live="assertive">{failure !== '' && <p className="form__failure">{failure}</p>}</div>
      <output className={success === '' ? undefined : 'form__success'}>{success}</output>
      {success === '' && failure === INVALID && invalid}
      {success !== '' && <p>{next}</p>}
    </div>
  );
}

/** The API's message where it has one for people, as for an address that was taken, or too many requests. */
function failureOf(error: unknown): string {
  if (!isProblem(error) || error.status >= 500) return NO_RESPONSE;
  if (error.status === 400 && error.message === 'Email already taken')
    return 'Another account has this email address now.';
  return error.status === 400 ? INVALID : error.message;
}
