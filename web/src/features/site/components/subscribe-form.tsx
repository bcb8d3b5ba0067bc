import { DataNotice } from '#shared/forms/data-notice.tsx';
import { TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { useSubscribeMutation, type MailingList } from '../letters-api.ts';
import { CHECK_INBOX, SUBSCRIBED, subscribeForm } from '../subscribe-form-definition.ts';

/** Subscribes an e-mail address, which its owner confirms by a mailed link. */
export function SubscribeForm({ list }: { list: MailingList }) {
  const [subscribe, { isSuccess }] = useSubscribeMutation();
  return (
    <>
      <ThinForm
        form={subscribeForm}
        submit={({ email: address }) => subscribe({ email: address.trim(), list })}
        submitLabel="Subscribe"
        busyLabel="Subscribing"
        successMessage={SUBSCRIBED}
        resets
      >
        <TextField name="email" type="email" autoComplete="email" required />
        <DataNotice>We delete your address if you do not confirm it, or when you unsubscribe.</DataNotice>
      </ThinForm>
      {isSuccess && <p>{CHECK_INBOX}</p>}
    </>
  );
}
