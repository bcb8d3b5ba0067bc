import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { fieldId } from '#shared/forms/form-definition.ts';
import { NO_RESPONSE, type SubmitResult } from '#shared/forms/form-state.ts';
import { loginPath, targetFrom } from '#shared/routing/login-target.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { ProfileFields } from '../profile/profile-fields.tsx';
import { toFieldProblem } from '../profile/profile-body.ts';
import { profileFormOf, type ProfileValues } from '../profile/profile-form-definition.ts';
import { profileKindOf } from '../profile/profile-kind.ts';
import { AccountStep } from './account-step.tsx';
import { AGREEMENT, EMAIL_TAKEN, accountFormOf, type AccountValues } from './account-form-definition.ts';
import { AgreementText } from './agreement-text.tsx';
import { REGISTERED, registeredPath } from './registered-path.ts';
import type { RegistrationVariant } from './registration-variant.ts';
import { StepHeading } from './step-heading.tsx';
import { useRegistration } from './use-registration.ts';
import './signup.css';

type Step = 'account' | 'profile';

const messageOf = (error: unknown): string =>
  isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE;

/**
 * Registers an account and, for lawyers and firms, a profile in a second step. Both forms stay in the document, so that
 * Back keeps the values of both.
 */
export function Registration({ variant }: { variant: RegistrationVariant }) {
  const [query] = useSearchParams();
  const target = targetFrom(query);
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { register, hasAccount } = useRegistration();
  const [step, setStep] = useState<Step>('account');
  const [role, setRole] = useState(variant.initialRole);
  const [account, setAccount] = useState<AccountValues | null>(null);
  const [takenEmails, setTakenEmails] = useState<readonly string[]>([]);
  const [isIncomplete, setIncomplete] = useState(false);
  const [rejected, setRejected] = useState<{ field: keyof AccountValues } | null>(null);
  const kind = profileKindOf(role ?? null);
  // After the effects of the step's heading, which takes the focus as well.
  useEffect(() => {
    if (rejected !== null) document.getElementById(fieldId(variant.id, rejected.field))?.focus();
  }, [rejected, variant.id]);

  async function finish(values: AccountValues, profile?: ProfileValues): Promise<SubmitResult> {
    const result = await register(values, profile);
    if (result.error === undefined) {
      void message.success(REGISTERED[variant.id]);
      void navigate(registeredPath(variant.id, target));
      return {};
    }
    void message.error(messageOf(result.error));
    setIncomplete(hasAccount());
    return { error: isProblem(result.error) ? toFieldProblem(result.error) : result.error };
  }

  const submitAccount = async (values: AccountValues): Promise<SubmitResult> => {
    setAccount(values);
    if (profileKindOf(values.role ?? null) !== null) {
      setStep('profile');
      return {};
    }
    const { error } = await finish(values);
    return isProblem(error) && error.message === EMAIL_TAKEN
      ? { error: { ...error, fields: { email: EMAIL_TAKEN } } }
      : { error };
  };

  const submitProfile = async (values: ProfileValues): Promise<SubmitResult> => {
    if (account === null) return {};
    const { error } = await finish(account, values);
    if (error === undefined || hasAccount()) return { error };
    // What was rejected is of the first step.
    const isTaken = isProblem(error) && error.message === EMAIL_TAKEN;
    if (isTaken) setTakenEmails([...takenEmails, account.email.trim()]);
    setStep('account');
    setRejected({ field: isTaken ? 'email' : 'password' });
    return {};
  };

  const login = <PageLink to={loginPath(target)}>Log in instead</PageLink>;
  return (
    <>
      <div hidden={step !== 'account'}>
        {kind !== null && <StepHeading number={1} title="Your account" isCurrent={step === 'account'} />}
        <AccountStep
          variant={variant}
          form={accountFormOf(variant.id, takenEmails)}
          role={role}
          onRole={setRole}
          submit={submitAccount}
          actions={login}
        />
      </div>
      {account !== null && kind !== null && (
        <div hidden={step !== 'profile'}>
          <StepHeading
            number={2}
            title={kind === 'lawyer' ? 'Your profile' : 'The profile of your firm'}
            isCurrent={step === 'profile'}
          />
          <AntdForm
            form={profileFormOf(`${variant.id}-profile`, kind, AGREEMENT)}
            submit={submitProfile}
            submitLabel="Register"
            busyLabel="Registering"
            failureMessage=""
            actions={
              <>
                {!isIncomplete && <Button onClick={() => setStep('account')}>Back</Button>}
                {login}
              </>
            }
          >
            <ProfileFields variant={variant.fields} agreement={<AgreementText />} />
            {isIncomplete && <IncompleteNotice />}
          </AntdForm>
        </div>
      )}
    </>
  );
}

/** The account is there, and the profile is not. */
const IncompleteNotice = () => (
  <p className="signup__incomplete">
    Your account has been created, but not your profile. Try again here; or confirm your email address, log in
    and complete the profile on your account page.
  </p>
);
