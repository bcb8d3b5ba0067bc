import { useNotices } from '../app-page/notices.tsx';
import { PlainButton } from '../app-page/plain-button.tsx';
import { PasswordField, ThinForm } from '../forms/thin-form.tsx';
import { requestSessionLock } from './session-lock.ts';
import { continueSession, renewSession } from './session-sync.ts';
import { useSessionDispatch } from './session.ts';
import { baseApi } from '../api/base-api.ts';
import { useChangePasswordMutation } from './password-api.ts';
import { passwordForm, staffPasswordForm, type PasswordChange } from './password-form-definition.ts';

const UNAUTHORIZED = 401;

/** A new password ends all other sessions; this one continues with a new token. */
export function PasswordForm({ isStaff = false, onEnd }: { isStaff?: boolean; onEnd: () => void }) {
  const [change] = useChangePasswordMutation();
  const dispatch = useSessionDispatch();
  const notices = useNotices();
  const changeOnce = (values: PasswordChange) =>
    requestSessionLock(async () => {
      const result = await change(values);
      if (result.data !== undefined && dispatch(continueSession(result.data))) {
        // Not by the tags of the mutation: these requests would carry the previous token, which is rejected.
        dispatch(baseApi.util.invalidateTags(['Account']));
        notices.success('Password change successfully!');
        onEnd();
      }
      return result;
    });
  async function submit(values: PasswordChange) {
    const result = await changeOnce(values);
    if (result.error === undefined || !('status' in result.error) || result.error.status !== UNAUTHORIZED)
      return result;
    // The access token has expired. Its renewal needs the lock, too.
    return (await dispatch(renewSession())) === 'renewed' ? changeOnce(values) : result;
  }
  return (
    <ThinForm
      form={isStaff ? staffPasswordForm : passwordForm}
      submit={submit}
      submitLabel="Change password"
      busyLabel="Changing"
      actions={<PlainButton onClick={onEnd}>Cancel</PlainButton>}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
      <PasswordField name="password" autoComplete="new-password" />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" />
    </ThinForm>
  );
}
