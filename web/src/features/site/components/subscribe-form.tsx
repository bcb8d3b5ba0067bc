import { email, required } from '#shared/forms/checks.ts';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { useSubscribeMutation, type MailingList } from '../letters-api.ts';

interface Subscription {
  email: string;
}

const subscribeForm: FormDefinition<Subscription> = {
  id: 'subscribe',
  fields: {
    email: {
      label: 'Email',
      help: 'Used for these mails alone, once you have confirmed it. Every mail has a link that ends them.',
      checks: [required('email'), email('The email must be a valid email address.')],
    },
  },
};

/** Subscribes an e-mail address, which its owner confirms by a mailed link. */
export function SubscribeForm({ list }: { list: MailingList }) {
  const [subscribe] = useSubscribeMutation();
  return (
    <ThinForm
      form={subscribeForm}
      submit={({ email: address }) => subscribe({ email: address.trim(), list })}
      submitLabel="Subscribe"
      busyLabel="Subscribing"
      successMessage="Thank you for subscribing. We look forward to staying in touch and bringing you great content!"
      resets
    >
      <TextField name="email" type="email" autoComplete="email" required />
    </ThinForm>
  );
}
