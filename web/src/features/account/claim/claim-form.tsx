import { baseApi } from '#shared/api/base-api.ts';
import { isProblem } from '#shared/api/problem.ts';
import { CheckboxField, ThinForm } from '#shared/forms/thin-form.tsx';
import { DECLARATION } from '#shared/profile-form/profile-form-definition.ts';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import { continueSession, renewSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { AgreementText } from '../signup/agreement-text.tsx';
import { useClaimProfileMutation } from './claim-api.ts';
import { claimForm, type Claim } from './claim-form-definition.ts';

const UNAUTHORIZED = 401;
const INVALID = 'This link is not valid any more.';

/** Takes the declarations of somebody who claims a profile. The claim ends all other sessions; this one continues. */
export function ClaimForm({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const [claim] = useClaimProfileMutation();
  const dispatch = useSessionDispatch();
  const claimOnce = (values: Claim) =>
    requestSessionLock(async () => {
      const result = await claim({ ...values, token });
      if (result.data !== undefined && dispatch(continueSession(result.data))) {
        onClaimed();
        // Not by the tags of the mutation: these requests would carry the previous token, which is rejected.
        dispatch(baseApi.util.invalidateTags(['Member']));
      }
      return result;
    });
  async function submit(values: Claim) {
    let result = await claimOnce(values);
    // The access token has expired. Its renewal needs the lock, too.
    if (isProblem(result.error) && result.error.status === UNAUTHORIZED)
      if ((await dispatch(renewSession())) === 'renewed') result = await claimOnce(values);
    if (isProblem(result.error) && result.error.status === 400 && result.error.message === 'Invalid token')
      return { error: { ...result.error, message: INVALID } };
    return result;
  }
  return (
    <ThinForm form={claimForm} submit={submit} submitLabel="Claim this profile" busyLabel="Claiming">
      <CheckboxField name="declaration">{DECLARATION.text}</CheckboxField>
      <CheckboxField name="agreement">
        <AgreementText />
      </CheckboxField>
    </ThinForm>
  );
}
