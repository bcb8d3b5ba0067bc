import { useEffect, useRef, useState } from 'react';
import { ThinForm } from '../../forms/thin-form.tsx';
import type { Challenge } from '../second-step-challenge.ts';
import { requestSessionLock } from '../session-lock.ts';
import { startSession } from '../session-sync.ts';
import { useSessionDispatch } from '../session.ts';
import { Activation } from './activation.tsx';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useEnrolInLoginMutation, useEnterSecondStepMutation, type Activated } from './second-step-api.ts';
import { enterForm, type CodeValues } from './second-step-forms.ts';

interface SecondStepLoginProps {
  challenge: Challenge;
  /** Goes back to the password: a challenge ends after some minutes. */
  onRestart: () => void;
}

/** The second step of a login, after the right password. */
export const SecondStepLogin = (props: SecondStepLoginProps) =>
  props.challenge.needsEnrolment ? <EnrolInLogin {...props} /> : <EnterCode {...props} />;

const Restart = ({ onRestart }: Pick<SecondStepLoginProps, 'onRestart'>) => (
  <button type="button" className="button button--plain" onClick={onRestart}>
    Back
  </button>
);

function EnterCode({ challenge: { token }, onRestart }: SecondStepLoginProps) {
  const [enter] = useEnterSecondStepMutation();
  const dispatch = useSessionDispatch();
  const place = useRef<HTMLDivElement>(null);
  // The password field that had the focus is gone.
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const submit = ({ code }: CodeValues) =>
    requestSessionLock(async () => {
      const result = await enter({ token, code });
      if (result.data !== undefined) dispatch(startSession(result.data));
      return result;
    });
  return (
    <div ref={place}>
      <p>Enter the code of your authenticator app.</p>
      <ThinForm
        form={enterForm}
        submit={submit}
        submitLabel="Log in"
        busyLabel="Logging in"
        actions={<Restart onRestart={onRestart} />}
      >
        <CodeField />
      </ThinForm>
    </div>
  );
}

function EnrolInLogin({ challenge: { token }, onRestart }: SecondStepLoginProps) {
  const [enrol, { data: enrolment, isError }] = useEnrolInLoginMutation();
  const dispatch = useSessionDispatch();
  const [activated, setActivated] = useState<Activated | null>(null);
  const isRequested = useRef(false);
  useEffect(() => {
    // Each request makes another secret.
    if (isRequested.current) return;
    isRequested.current = true;
    void enrol({ token });
  }, [enrol, token]);
  if (activated !== null)
    return (
      <RecoveryCodes codes={activated.recoveryCodes} onDone={() => dispatch(startSession(activated.login))} />
    );
  return (
    <>
      <p>
        Your account needs two-step login: a password, and a code from your phone. Please set it up now to
        continue.
      </p>
      {isError && <p role="alert">It could not be set up. Please go back and log in again.</p>}
      {enrolment !== undefined && <Activation enrolment={enrolment} onActivated={setActivated} />}
      <Restart onRestart={onRestart} />
    </>
  );
}
