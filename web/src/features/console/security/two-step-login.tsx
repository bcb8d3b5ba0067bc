import { useState, type ReactNode } from 'react';
import type { EnrolmentResponse, SecondStepResponse } from '@vidhi/contracts/account-responses.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { PasswordField, ThinForm } from '#shared/forms/thin-form.tsx';
import { Activation } from '#shared/session/second-step/activation.tsx';
import { CodeField } from '#shared/session/second-step/code-field.tsx';
import { RecoveryCodes } from '#shared/session/second-step/recovery-codes.tsx';
import {
  useEnrolSecondStepMutation,
  useRemoveSecondStepMutation,
  useReplaceRecoveryCodesMutation,
  useSecondStepQuery,
  type Activated,
} from '#shared/session/second-step/second-step-api.ts';
import {
  enrolmentForm,
  recoveryForm,
  removalForm,
  type CodeValues,
  type PasswordValues,
} from '#shared/session/second-step/second-step-forms.ts';
import { requestSessionLock } from '#shared/session/session-lock.ts';
import type { Login } from '#shared/session/session-slice.ts';
import { continueSession, renewSession } from '#shared/session/session-sync.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { DateText } from '#shared/ui/date-text.tsx';

/** Content of the section instead of the state. */
type Task =
  | { kind: 'none' | 'enrol' | 'replace' | 'remove' }
  | { kind: 'activate'; enrolment: EnrolmentResponse }
  | { kind: 'codes'; codes: readonly string[] };

const NONE: Task = { kind: 'none' };
const FEW_CODES = 3;
const UNAUTHORIZED = 401;

/** Turns two-step login of the own account on and off, and makes new recovery codes. */
export function TwoStepLogin() {
  const query = useSecondStepQuery();
  const [task, setTask] = useState<Task>(NONE);
  return (
    <section aria-labelledby="two-step">
      <h2 id="two-step">Two-step login</h2>
      {task.kind === 'none' ? (
        <QueryBoundary query={query}>{(state) => <State state={state} onTask={setTask} />}</QueryBoundary>
      ) : (
        <CurrentTask task={task} onTask={setTask} />
      )}
    </section>
  );
}

function State({ state, onTask }: { state: SecondStepResponse; onTask: (task: Task) => void }) {
  const { enabled, since, required, recovery_codes_left: left } = state;
  if (!enabled)
    return (
      <>
        <p>
          After your password, you type a code that your phone shows. Nobody can log in with your password
          alone.
        </p>
        <PlainButton onClick={() => onTask({ kind: 'enrol' })}>Turn on two-step login</PlainButton>
      </>
    );
  return (
    <>
      <p>
        It is on since <DateText iso={since ?? ''} withTime />. {left} recovery{' '}
        {left === 1 ? 'code is' : 'codes are'} left{left < FEW_CODES && ': make new ones soon'}.
      </p>
      <p>
        <PlainButton onClick={() => onTask({ kind: 'replace' })}>New recovery codes</PlainButton>{' '}
        {!required && <PlainButton onClick={() => onTask({ kind: 'remove' })}>Turn off</PlainButton>}
      </p>
      {required && <p>Your account needs two-step login, so it cannot be turned off.</p>}
    </>
  );
}

function CurrentTask({ task, onTask }: { task: Task; onTask: (task: Task) => void }) {
  const end = () => onTask(NONE);
  const takeLogin = useTakeLogin();
  const cancel = <PlainButton onClick={end}>Cancel</PlainButton>;
  if (task.kind === 'enrol')
    return (
      <PasswordFirst cancel={cancel} onEnrolment={(enrolment) => onTask({ kind: 'activate', enrolment })} />
    );
  if (task.kind === 'activate')
    return (
      <>
        <Activation
          enrolment={task.enrolment}
          onActivated={({ login, recoveryCodes }: Activated) => {
            takeLogin(login);
            onTask({ kind: 'codes', codes: recoveryCodes });
          }}
        />
        {cancel}
      </>
    );
  if (task.kind === 'codes') return <RecoveryCodes codes={task.codes} onDone={end} />;
  if (task.kind === 'replace')
    return <Replacement cancel={cancel} onCodes={(codes) => onTask({ kind: 'codes', codes })} />;
  return <Removal cancel={cancel} onEnd={end} />;
}

/** Returns a function that continues this session with a new token, and loads again what it had loaded. */
function useTakeLogin(): (login: Login) => void {
  const dispatch = useSessionDispatch();
  return (login) => {
    // Not by the tags of the mutation: these requests would carry the previous token, which is rejected.
    if (dispatch(continueSession(login))) dispatch(baseApi.util.invalidateTags(['Account']));
  };
}

function PasswordFirst({
  cancel,
  onEnrolment,
}: {
  cancel: ReactNode;
  onEnrolment: (enrolment: EnrolmentResponse) => void;
}) {
  const [enrol] = useEnrolSecondStepMutation();
  const submit = async (values: PasswordValues) => {
    const result = await enrol(values);
    if (result.data !== undefined) onEnrolment(result.data);
    return result;
  };
  return (
    <ThinForm form={enrolmentForm} submit={submit} submitLabel="Go on" busyLabel="Checking" actions={cancel}>
      <PasswordField name="currentPassword" autoComplete="current-password" />
    </ThinForm>
  );
}

function Replacement({
  cancel,
  onCodes,
}: {
  cancel: ReactNode;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [replace] = useReplaceRecoveryCodesMutation();
  const submit = async (values: PasswordValues) => {
    const result = await replace(values);
    if (result.data !== undefined) onCodes(result.data);
    return result;
  };
  return (
    <>
      <p>The codes that you have now stop working.</p>
      <ThinForm
        form={recoveryForm}
        submit={submit}
        submitLabel="Make new codes"
        busyLabel="Making"
        actions={cancel}
      >
        <PasswordField name="currentPassword" autoComplete="current-password" />
      </ThinForm>
    </>
  );
}

function Removal({ cancel, onEnd }: { cancel: ReactNode; onEnd: () => void }) {
  const [remove] = useRemoveSecondStepMutation();
  const takeLogin = useTakeLogin();
  const notices = useNotices();
  const dispatch = useSessionDispatch();
  const removeOnce = (values: PasswordValues & CodeValues) =>
    requestSessionLock(async () => {
      const result = await remove(values);
      if (result.data !== undefined) {
        takeLogin(result.data);
        notices.success('Two-step login is off');
        onEnd();
      }
      return result;
    });
  async function submit(values: PasswordValues & CodeValues) {
    const result = await removeOnce(values);
    if (result.error === undefined || !('status' in result.error) || result.error.status !== UNAUTHORIZED)
      return result;
    // The access token has expired. Its renewal needs the lock, too.
    return (await dispatch(renewSession())) === 'renewed' ? removeOnce(values) : result;
  }
  return (
    <ThinForm
      form={removalForm}
      submit={submit}
      submitLabel="Turn off"
      busyLabel="Turning off"
      actions={cancel}
    >
      <PasswordField name="currentPassword" autoComplete="current-password" />
      <CodeField />
    </ThinForm>
  );
}
