import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { PasswordField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import { useChangeEmailMutation } from '../account-api.ts';
import { emailForm, type EmailChange } from '../account-form-definitions.ts';

/** Has a link mailed to a new address; the account has it once the link is used. */
export function EmailForm({ onEnd }: { onEnd: () => void }) {
  const [change] = useChangeEmailMutation();
  const notices = useNotices();
  const submit = async (values: EmailChange) => {
    const result = await change(values);
    if (result.error === undefined) {
      notices.success('We have mailed a link to the new address, and a notice to the present one.');
      onEnd();
    }
    return result;
  };
  return (
    <ThinForm
      form={emailForm}
      submit={submit}
      submitLabel="Send link"
      busyLabel="Sending"
      actions={<PlainButton onClick={onEnd}>Cancel</PlainButton>}
    >
      <TextField name="email" type="email" autoComplete="email" />
      <PasswordField name="currentPassword" autoComplete="current-password" />
    </ThinForm>
  );
}
