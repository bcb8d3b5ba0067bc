import type { FormEvent } from 'react';
import { useSessionDispatch } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../newsletter.module.css';

const ID = 'newsletter';

/**
 * Subscribes to the newsletter from the foot of every page. The module that checks and sends is loaded at the first use
 * and writes its message into the `output` itself. Reading pages load the markup alone.
 */
export function NewsletterBox() {
  const dispatch = useSessionDispatch();
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    void import('../submit-newsletter.ts').then((module) => module.submitNewsletter(form, dispatch));
  };
  return (
    <form className={styles.newsletter} method="post" noValidate onSubmit={handleSubmit}>
      <label htmlFor={ID}>Get our newsletter</label>
      <div>
        <input id={ID} type="email" autoComplete="email" placeholder="name@example.com" />
        <button className="button needs-script" type="submit">
          Subscribe
        </button>
      </div>
      <output />
      <p>
        We will send you a link to confirm. You can unsubscribe at any time.{' '}
        <PageLink to="/privacy-policy">Privacy Policy</PageLink>
      </p>
    </form>
  );
}
