import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { fieldId } from '#shared/forms/form-definition.ts';
import { NO_RESPONSE, type SubmitResult } from '#shared/forms/form-state.ts';
import { loginPath, targetFrom } from '#shared/routing/login-target.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { toFieldProblem } from '#shared/profile-form/profile-body.ts';
import type { ProfileValues } from '#shared/profile-form/profile-form-definition.ts';
import { profileKindOf } from '#shared/profile-form/profile-kind.ts';
import { AccountStep } from './account-step.tsx';
import { EMAIL_TAKEN, accountFormOf, type AccountValues } from './account-form-definition.ts';
import { REGISTERED, registeredPath } from './registered-path.ts';
import type { RegistrationVariant } from './registration-variant.ts';
import { StepHeading } from './step-heading.tsx';
import { useRegistration } from './use-registration.ts';

type Step = 'account' | 'profile';

const loadProfileStep = () => import('./profile-step.tsx').then((module) => module.ProfileStep);

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
  const notices = useNotices();
  const { register, hasAccount } = useRegistration();
  const [step, setStep] = useState<Step>('account');
  const [role, setRole] = useState(variant.initialRole);
  const [account, setAccount] = useState<AccountValues | null>(null);
  const [takenEmails, setTakenEmails] = useState<readonly string[]>([]);
  const [isIncomplete, setIncomplete] = useState(false);
  const [ProfileStep, setProfileStep] = useState<Awaited<ReturnType<typeof loadProfileStep>> | null>(null);
  const [rejected, setRejected] = useState<{ field: keyof AccountValues } | null>(null);
  const kind = profileKindOf(role ?? null);
  // After the effects of the step's heading, which takes the focus as well.
  useEffect(() => {
    if (rejected !== null) document.getElementById(fieldId(variant.id, rejected.field))?.focus();
  }, [rejected, variant.id]);

  async function finish(values: AccountValues, profile?: ProfileValues): Promise<SubmitResult> {
    const result = await register(values, profile);
    if (result.error === undefined) {
      notices.success(REGISTERED[variant.id]);
      void navigate(registeredPath(variant.id, target));
      return {};
    }
    notices.error(messageOf(result.error));
    setIncomplete(hasAccount());
    return { error: isProblem(result.error) ? toFieldProblem(result.error) : result.error };
  }

  const chooseRole = (chosen: number): void => {
    setRole(chosen);
    // Loads it while the first step is filled in; a failure is shown when the step is opened.
    if (profileKindOf(chosen) !== null) loadProfileStep().catch(() => undefined);
  };

  async function openProfileStep(): Promise<SubmitResult> {
    try {
      const Loaded = await loadProfileStep();
      setProfileStep(() => Loaded);
      setStep('profile');
      return {};
    } catch (error) {
      notices.error(NO_RESPONSE);
      return { error };
    }
  }

  const submitAccount = async (values: AccountValues): Promise<SubmitResult> => {
    setAccount(values);
    if (profileKindOf(Number(values.role)) !== null) return openProfileStep();
    const { error } = await finish(values);
    return isProblem(error) && error.message === EMAIL_TAKEN
      ? { error: { ...error, fields: { email: EMAIL_TAKEN } } }
      : { error };
  };

  const submitProfile = async (values: ProfileValues): Promise<SubmitResult> => {
    if (account === null) return {};
    const { error } = await finish(account, values);
    if (error === undefined || hasAccount()) return { error };
    // The rejected value belongs to the first step.
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
          onRole={chooseRole}
          submit={submitAccount}
          actions={login}
        />
      </div>
      {account !== null && kind !== null && ProfileStep !== null && (
        <div hidden={step !== 'profile'}>
          <StepHeading
            number={2}
            title={kind === 'lawyer' ? 'Your profile' : 'The profile of your firm'}
            isCurrent={step === 'profile'}
          />
          <ProfileStep
            variant={variant}
            kind={kind}
            isIncomplete={isIncomplete}
            submit={submitProfile}
            onBack={() => setStep('account')}
            actions={login}
          />
        </div>
      )}
    </>
  );
}
