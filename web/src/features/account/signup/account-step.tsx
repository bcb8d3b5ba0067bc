import type { ReactNode } from 'react';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { ComboField } from '#shared/forms/combo-field.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { RadioField } from '#shared/forms/radio-field.tsx';
import { CheckboxField, PasswordField, TextField, ThinForm } from '#shared/forms/thin-form.tsx';
import type { AccountValues } from './account-form-definition.ts';
import { AgreementText } from './agreement-text.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';
import type { RegistrationVariant } from './registration-variant.ts';
import * as styles from './signup.module.css';

interface AccountStepProps {
  variant: RegistrationVariant;
  form: FormDefinition<AccountValues>;
  /** The chosen role; undefined before there is one. */
  role: number | undefined;
  onRole: (role: number) => void;
  submit: (values: AccountValues) => Promise<SubmitResult>;
  actions: ReactNode;
}

/**
 * The first step of a registration: role and account. Customers have no other. Without antd, whose evaluation and rendering
 * would block the page of every visitor for the inputs of the second step.
 */
export function AccountStep({ variant, form, role, onRole, submit, actions }: AccountStepProps) {
  const isOnlyStep = role === undefined || role === ROLE.customer;
  return (
    <ThinForm
      form={form}
      submit={submit}
      submitLabel={isOnlyStep ? 'Register' : 'Next'}
      busyLabel={isOnlyStep ? 'Registering' : 'Next'}
      failureMessage=""
      checksEarly
      actions={actions}
    >
      <RoleField variant={variant} onRole={onRole} />
      <div className={styles.signupGrid}>
        <TextField name="first_name" autoComplete="given-name" />
        <TextField name="last_name" autoComplete="family-name" />
        <TextField name="email" type="email" autoComplete="email" />
        <TextField name="mobile" type="tel" inputMode="numeric" autoComplete="tel-national" />
        <PasswordField name="password" autoComplete="new-password" />
        <PasswordField name="cpassword" autoComplete="new-password" />
      </div>
      <CheckboxField name="is_adult">I am 18 or older</CheckboxField>
      {isOnlyStep && (
        <CheckboxField name="agreement">
          <AgreementText />
        </CheckboxField>
      )}
      <PrivacyNotice />
    </ThinForm>
  );
}

function RoleField({ variant, onRole }: { variant: RegistrationVariant; onRole: (role: number) => void }) {
  const options = variant.roles.map(({ value, label }) => ({ value: String(value), label }));
  const handleChoose = (role: string) => onRole(Number(role));
  return variant.roleInput === 'radio' ? (
    <RadioField
      name="role"
      options={options}
      defaultValue={String(variant.initialRole)}
      onChoose={handleChoose}
    />
  ) : (
    <ComboField name="role" options={options} placeholder="Choose or type" onChoose={handleChoose} />
  );
}
