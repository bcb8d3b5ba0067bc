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
      help: 'Used for these mails alone, once you have confirmed it. Every mail has a link that ends them.',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};

/** Text of the specification. */
export const SUBSCRIBED =
  'Thank you for subscribing. We look forward to staying in touch and bringing you great content!';
