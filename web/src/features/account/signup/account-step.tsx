import { Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
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

/** The first step of a registration: role and account. Customers have no other. */
export function AccountStep({ variant, form, role, onRole, submit, actions }: AccountStepProps) {
  const isOnlyStep = role === undefined || role === ROLE.customer;
  return (
    <AntdForm
      form={form}
      submit={submit}
      initialValues={variant.initialRole === undefined ? {} : { role: variant.initialRole }}
      submitLabel={isOnlyStep ? 'Register' : 'Next'}
      busyLabel={isOnlyStep ? 'Registering' : 'Next'}
      failureMessage=""
      actions={actions}
    >
      <RoleField variant={variant} onRole={onRole} />
      <div className={styles.signupGrid}>
        <AntdField name="first_name">
          <Input autoComplete="given-name" />
        </AntdField>
        <AntdField name="last_name">
          <Input autoComplete="family-name" />
        </AntdField>
        <AntdField name="email">
          <Input type="email" autoComplete="email" />
        </AntdField>
        <AntdField name="mobile">
          <Input type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={10} />
        </AntdField>
        <AntdField name="password">
          <Input.Password autoComplete="new-password" />
        </AntdField>
        <AntdField name="cpassword">
          <Input.Password autoComplete="new-password" />
        </AntdField>
      </div>
      <AntdField name="is_adult" valuePropName="checked">
        <Checkbox>I am 18 or older</Checkbox>
      </AntdField>
      {isOnlyStep && (
        <AntdField name="agreement" valuePropName="checked">
          <Checkbox>
            <AgreementText />
          </Checkbox>
        </AntdField>
      )}
      <PrivacyNotice />
    </AntdForm>
  );
}

function RoleField({ variant, onRole }: { variant: RegistrationVariant; onRole: (role: number) => void }) {
  const options = [...variant.roles];
  if (variant.roleInput === 'radio')
    return (
      <AntdField name="role">
        <RoleRadios options={options} onRole={onRole} />
      </AntdField>
    );
  return (
    <AntdField name="role">
      <Select<number>
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Choose or type"
        options={options}
        onChange={(role) => onRole(role)}
      />
    </AntdField>
  );
}

interface RoleRadiosProps {
  options: readonly { value: number; label: string }[];
  onRole: (role: number) => void;
  /** Set by the form's field. */
  id?: string;
  value?: number;
  onChange?: (role: number) => void;
}

function RoleRadios({ options, onRole, id, value: chosen, onChange }: RoleRadiosProps) {
  const choose = (role: number) => {
    onChange?.(role);
    onRole(role);
  };
  return (
    <div className={styles.signupRoles} id={id} role="radiogroup" aria-label="Register as">
      {options.map(({ value, label }) => (
        <label key={value} className={styles.signupRole}>
          <input type="radio" name="role" checked={value === chosen} onChange={() => choose(value)} /> {label}
        </label>
      ))}
    </div>
  );
}
