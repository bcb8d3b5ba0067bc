import { Button } from 'antd';
import type { ReactNode } from 'react';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { AntdPart } from '#shared/antd/antd-page.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { ProfileFields } from '#shared/profile-form/profile-fields.tsx';
import {
  DECLARATION,
  profileFormOf,
  type ProfileValues,
} from '#shared/profile-form/profile-form-definition.ts';
import type { ProfileKind } from '#shared/profile-form/profile-kind.ts';
import { AGREEMENT } from './account-form-definition.ts';
import { AgreementText } from './agreement-text.tsx';
import type { RegistrationVariant } from './registration-variant.ts';
import * as styles from './signup.module.css';

interface ProfileStepProps {
  variant: RegistrationVariant;
  kind: ProfileKind;
  /** Whether the account exists already: then only this step can be repeated. */
  isIncomplete: boolean;
  submit: (values: ProfileValues) => Promise<SubmitResult>;
  onBack: () => void;
  actions: ReactNode;
}

/** The second step of the registration of a lawyer or a firm. Loaded on demand, as its inputs are large. */
export const ProfileStep = ({ variant, kind, isIncomplete, submit, onBack, actions }: ProfileStepProps) => (
  <AntdPart>
    <AntdForm
      form={profileFormOf(`${variant.id}-profile`, kind, AGREEMENT)}
      submit={submit}
      submitLabel="Register"
      busyLabel="Registering"
      failureMessage=""
      checksEarly
      actions={
        <>
          {!isIncomplete && <Button onClick={onBack}>Back</Button>}
          {actions}
        </>
      }
    >
      <ProfileFields
        variant={variant.fields}
        agreement={
          <>
            <AgreementText />. {DECLARATION.text}.
          </>
        }
      />
      {isIncomplete && <IncompleteNotice />}
    </AntdForm>
  </AntdPart>
);

/** Shown when the account was created, and the profile was not. */
const IncompleteNotice = () => (
  <p className={styles.signupIncomplete}>
    Your account has been created, but not your profile. Try again here; or confirm your email address, log in
    and complete the profile on your account page.
  </p>
);
