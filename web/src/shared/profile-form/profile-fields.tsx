import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { AntdField } from '#shared/antd/antd-form.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { idsOf } from './choice.ts';
import { PictureInput } from './picture-input.tsx';
import { PracticeDate } from './practice-date.tsx';
import { withoutOtherPlaces } from './profile-body.ts';
import type { ProfileValues } from './profile-form-definition.ts';
import './profile-fields.css';

interface ProfileFieldsProps {
  /** Whether there is a field for the picture. */
  hasPicture?: boolean;
  /** `older` is the form of `/register`. */
  variant?: 'newer' | 'older';
  /** Label of the agreement's checkbox; null where there is none. */
  agreement: ReactNode | null;
}

/** The fields of a profile, below an `AntdForm` of `profileFormOf`. */
export const ProfileFields = ({ hasPicture = true, variant = 'newer', agreement }: ProfileFieldsProps) => (
  <>
    <Group title="Profile">
      {hasPicture && (
        <div className="profile-fields__wide">
          <AntdField name="profileImage">
            <PictureInput />
          </AntdField>
        </div>
      )}
      <AntdField name="Title">
        <Input autoComplete="organization" />
      </AntdField>
      <AntdField name="SubTitle">
        <Input />
      </AntdField>
      <AntdField name="Identifier">
        <Input />
      </AntdField>
      {variant === 'older' && (
        <AntdField name="shipping_class">
          <Input />
        </AntdField>
      )}
      <AntdField name="DisplayDate">
        <PracticeDate />
      </AntdField>
      {variant === 'newer' && (
        <AntdField name="Price">
          <InputNumber<number>
            className="profile-fields__amount"
            prefix="₹"
            min={0}
            precision={0}
            controls={false}
            inputMode="numeric"
          />
        </AntdField>
      )}
      <div className="profile-fields__wide">
        <AntdField name="Detail1">
          <Input.TextArea rows={6} />
        </AntdField>
      </div>
    </Group>
    <Group title="Contact">
      <AntdField name="email_address">
        <Input type="email" autoComplete="email" />
      </AntdField>
      <AntdField name="phone_number">
        <Input type="tel" inputMode="numeric" autoComplete="tel-national" />
      </AntdField>
      <AntdField name="website_link">
        <Input type="url" autoComplete="url" placeholder="https://" />
      </AntdField>
      <AntdField name="address">
        <Input autoComplete="street-address" />
      </AntdField>
    </Group>
    <Practice hasCourtTypes={variant === 'newer'} />
    {agreement !== null && (
      <AntdField name="agreement" valuePropName="checked">
        <Checkbox>{agreement}</Checkbox>
      </AntdField>
    )}
  </>
);

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="profile-fields">
    <legend>{title}</legend>
    <div className="profile-fields__grid">{children}</div>
  </fieldset>
);

/** Fields for places and subjects of practice; narrower places follow the wider ones. */
function Practice({ hasCourtTypes }: { hasCourtTypes: boolean }) {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const states = Form.useWatch<ProfileValues['Property1']>('Property1', form);
  const districts = Form.useWatch<ProfileValues['Property3']>('Property3', form);
  const cities = Form.useWatch<ProfileValues['Property2']>('Property2', form);
  const [state, district, city] = [states, districts, cities].map(idsOf);
  useEffect(() => {
    const values = form.getFieldsValue() as ProfileValues;
    const narrowed = withoutOtherPlaces(values);
    for (const name of ['Property3', 'Property2', 'PropertyList2'] as const)
      if (narrowed[name]?.length !== (values[name] ?? []).length) form.setFieldValue(name, narrowed[name]);
  }, [form, states, districts, cities]);
  return (
    <Group title="Practice">
      <AntdField name="PropertyList1">
        <ChoiceSelect list="specializations" />
      </AntdField>
      <AntdField name="PropertyList3">
        <ChoiceSelect list="languages" />
      </AntdField>
      <AntdField name="Property1">
        <ChoiceSelect list="country-states" />
      </AntdField>
      <AntdField name="Property3">
        <ChoiceSelect list="state-districts" narrowing={{ state: state ?? [] }} />
      </AntdField>
      <AntdField name="Property2">
        <ChoiceSelect list="cities" narrowing={{ state: state ?? [], district: district ?? [] }} />
      </AntdField>
      {hasCourtTypes && (
        <AntdField name="type_of_court">
          <ChoiceSelect list="type-of-courts" />
        </AntdField>
      )}
      <div className="profile-fields__wide">
        <AntdField name="PropertyList2">
          <ChoiceSelect
            list="courts"
            narrowing={{ state: state ?? [], district: district ?? [], city: city ?? [] }}
          />
        </AntdField>
      </div>
    </Group>
  );
}
