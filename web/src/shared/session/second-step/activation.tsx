import type { EnrolmentResponse } from '@vidhi/contracts/account-responses.ts';
import { ThinForm } from '../../forms/thin-form.tsx';
import { requestSessionLock } from '../session-lock.ts';
import { CodeField } from './code-field.tsx';
import { useActivateSecondStepMutation, type Activated } from './second-step-api.ts';
import { activationForm, type CodeValues } from './second-step-forms.ts';
import { QrCode } from './qr-code.tsx';
import './second-step.css';

const GROUPS = /.{1,4}/g;

/** Shows the secret for an authenticator app, and turns two-step login on with its first code. */
export function Activation({
  enrolment: { enrolment, secret, uri },
  onActivated,
}: {
  enrolment: EnrolmentResponse;
  onActivated: (activated: Activated) => void;
}) {
  const [activate] = useActivateSecondStepMutation();
  const submit = ({ code }: CodeValues) =>
    requestSessionLock(async () => {
      const result = await activate({ enrolment, code });
      if (result.data !== undefined) onActivated(result.data);
      return result;
    });
  return (
    <>
      <p>
        Open an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or
        Aegis, and scan this picture.
      </p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p>
        If you cannot scan it, type this key into the app:{' '}
        <code className="second-step__secret">{secret.match(GROUPS)?.join(' ')}</code>
      </p>
      <ThinForm form={activationForm} submit={submit} submitLabel="Turn on" busyLabel="Turning on">
        <CodeField isAppOnly />
      </ThinForm>
    </>
  );
}
