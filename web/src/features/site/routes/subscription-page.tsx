import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { paths } from '#shared/routing/paths.ts';
import type { PageProps } from '#shared/routing/route.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useConfirmSubscriptionMutation, useUnsubscribeMutation } from '../letters-api.ts';
import { INVALID_LINK, isInvalidLink } from '../invalid-link.ts';
import { PreferencesForm } from '../components/preferences-form.tsx';
import * as styles from '../subscription.module.css';

interface Texts {
  title: string;
  question: string;
  button: string;
  done: string;
}

const CONFIRM: Texts = {
  title: 'Confirm your subscription',
  question: 'Do you want to receive our newsletter at the address to which we sent this link?',
  button: 'Confirm subscription',
  done: 'Your subscription is confirmed. You will receive our newsletter.',
};

const UNSUBSCRIBE: Texts = {
  title: 'Unsubscribe',
  question: 'Do you want to stop receiving our newsletter? We will also delete your address.',
  button: 'Unsubscribe',
  done: 'You are unsubscribed, and we have deleted your address.',
};

/**
 * `/confirm` and `/unsubscribe`: where the links of mails to subscribers lead (`?subscriber=&key=`). Only the button
 * changes something, as programs that check the links of a mail open them.
 */
export function SubscriptionPage({ path }: PageProps) {
  const [confirm] = useConfirmSubscriptionMutation();
  const [unsubscribe] = useUnsubscribeMutation();
  const isConfirmation = path === '/confirm';
  const { title, question, button, done } = isConfirmation ? CONFIRM : UNSUBSCRIBE;
  const [query] = useSearchParams();
  const [subscriber, key] = [query.get('subscriber') ?? '', query.get('key') ?? ''];
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(subscriber === '' || key === '' ? INVALID_LINK : '');
  const handleClick = async () => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await (isConfirmation ? confirm : unsubscribe)({ subscriber, key });
    setBusy(false);
    setDone(error === undefined);
    if (error !== undefined) setFailure(isInvalidLink(error) ? INVALID_LINK : NO_RESPONSE);
  };
  return (
    <div className={styles.subscription}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {!isDone && failure !== INVALID_LINK && (
        <>
          <p>{question}</p>
          <p>
            <button
              className="button"
              type="button"
              aria-disabled={isBusy || undefined}
              onClick={() => void handleClick()}
            >
              {button}
            </button>
          </p>
        </>
      )}
      <div aria-live="assertive">
        {failure !== '' && <p className={styles.subscriptionFailure}>{failure}</p>}
      </div>
      <output className={isDone ? styles.subscriptionDone : undefined}>{isDone ? done : ''}</output>
      {isDone && isConfirmation && (
        <section aria-labelledby="preferences">
          <h2 id="preferences">Choose your newsletters</h2>
          <PreferencesForm link={{ subscriber, key }} />
        </section>
      )}
      {failure === INVALID_LINK && (
        <p>
          Please use the link at the end of our latest newsletter. If it does not work,{' '}
          <PageLink to="/contact">write to us</PageLink>.
        </p>
      )}
      <p>
        <PageLink to={paths.home()}>Go to the front page</PageLink>
      </p>
    </div>
  );
}
