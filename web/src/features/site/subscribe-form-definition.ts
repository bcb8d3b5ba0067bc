import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';

export interface Subscription {
  email: string;
}

export const subscribeForm: FormDefinition<Subscription> = {
  id: 'subscribe',
  fields: {
    email: {
      label: 'Email',
      help: 'Used only for these mails, after you confirm it. You can unsubscribe from any mail.',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};

/** Beside the text of the specification, which thanks before the address is confirmed. */
export const CHECK_INBOX = 'Please check your inbox and confirm your email address.';

/** Text of the specification. */
export const SUBSCRIBED =
  'Thank you for subscribing. We look forward to staying in touch and bringing you great content!';
