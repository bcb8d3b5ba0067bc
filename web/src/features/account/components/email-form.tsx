import { Button, Input } from 'antd';
import { useNotices } from '#shared/antd/notices.tsx';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import { useChangeEmailMutation } from '../account-api.ts';
import { emailForm, type EmailChange } from '../account-form-definitions.ts';

/** Has a link mailed to a new address; the account has it once the link is used. */
export function EmailForm({ onEnd }: { onEnd: () => void }) {
  const [change] = useChangeEmailMutation();
  const notices = useNotices();
  const submit = async (values: EmailChange) => {
    const result = await change(values);
    if (result.error === undefined) {
      notices.success('We have mailed you a link. Open it to change your email address.');
      onEnd();
    }
    return result;
  };
  return (
    <AntdForm
      form={emailForm}
      submit={submit}
      submitLabel="Send link"
      busyLabel="Sending"
      actions={<Button onClick={onEnd}>Cancel</Button>}
    >
      <AntdField name="email">
        <Input type="email" autoComplete="email" />
      </AntdField>
      <AntdField name="currentPassword">
        <Input.Password autoComplete="current-password" />
      </AntdField>
    </AntdForm>
  );
}
