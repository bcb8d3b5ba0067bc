import { useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { PageLink } from '#shared/ui/page-link.tsx';
import type { SubscriptionNotice } from '../subscribe-address.ts';

const INPUT_ID = 'newsletter-address';
const NOTICE_ID = 'newsletter-notice';
const FAILED: SubscriptionNotice = {
  isError: true,
  text: 'Our servers did not answer. Please try again in a moment.',
};

/** Subscribes to the newsletter from the foot of every page. What checks and sends is loaded when it is used. */
export function NewsletterBox() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [notice, setNotice] = useState<SubscriptionNotice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await import('../subscribe-address.ts')
      .then(({ subscribeAddress }) => subscribeAddress(input.current?.value ?? '', dispatch))
      .catch(() => FAILED);
    setBusy(false);
    setNotice(result);
    if (result.isError) input.current?.focus();
    else if (input.current !== null) input.current.value = '';
  };
  const isInvalid = notice?.isError === true;
  return (
    <form className="newsletter" method="post" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <label className="newsletter__label" htmlFor={INPUT_ID}>
        Get our newsletter
      </label>
      <div className="newsletter__row">
        <input
          ref={input}
          className="newsletter__input"
          id={INPUT_ID}
          type="email"
          autoComplete="email"
          placeholder="name@example.com"
          aria-invalid={isInvalid || undefined}
          aria-describedby={NOTICE_ID}
        />
        <button className="button needs-script" type="submit" aria-disabled={isBusy || undefined}>
          Subscribe
        </button>
      </div>
      <output className="newsletter__notice" id={NOTICE_ID} data-error={isInvalid || undefined}>
        {notice?.text}
      </output>
      <p className="newsletter__privacy">
        We mail you a link first. Every mail has one that ends them.{' '}
        <PageLink to="/privacy-policy">Privacy Policy</PageLink>
      </p>
    </form>
  );
}
