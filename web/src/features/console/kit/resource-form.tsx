import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useMemo, useState } from 'react';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import * as styles from '../kit.module.css';
import { definitionOf, inputValueOf, wireValueOf, type Field } from './form-field.ts';
import { useUnsavedGuard } from './guard.ts';
import { ColourField } from './colour-field.tsx';
import { PictureField } from './picture-field.tsx';
import { RecordSelect } from './record-select.tsx';

type Values = Record<string, unknown>;

interface ResourceFormProps {
  /** Part of the ids of the inputs. */
  id: string;
  fields: readonly Field[];
  /** The row that is edited; empty for a new one. */
  row: Readonly<Record<string, unknown>>;
  /** Sends the values; of a row that exists, only those that have changed. */
  submit: (values: Values) => Promise<SubmitResult>;
  isNew: boolean;
  successMessage?: string;
}

/** The form of a resource: errors beside the fields and in a summary, and a question before unsaved changes are lost. */
export function ResourceForm(props: ResourceFormProps) {
  const { id, fields, row, submit, isNew, successMessage } = props;
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsavedGuard(isUnsaved);
  const form = useMemo(
    (): FormDefinition<Values> => ({
      id,
      fields: Object.fromEntries(fields.map((field) => [field.name, definitionOf(field)])),
    }),
    [id, fields],
  );
  const initial = useMemo(
    () => Object.fromEntries(fields.map((field) => [field.name, inputValueOf(field, row)])),
    [fields, row],
  );
  const send = async (values: Values): Promise<SubmitResult> => {
    const wanted = fields.flatMap((field): [string, unknown][] => {
      const value = wireValueOf(field, values[field.name]);
      const before = wireValueOf(field, initial[field.name]);
      return isNew
        ? value === null
          ? []
          : [[field.name, value]]
        : value === before
          ? []
          : [[field.name, value]];
    });
    const result = await submit(Object.fromEntries(wanted));
    if (result.error === undefined) setUnsaved(false);
    return result;
  };
  return (
    <div className={styles.form}>
      <AntdForm
        form={form}
        submit={send}
        initialValues={initial}
        submitLabel={isNew ? 'Create' : 'Save'}
        busyLabel={isNew ? 'Creating' : 'Saving'}
        onEdit={() => setUnsaved(true)}
        {...(successMessage === undefined ? {} : { successMessage })}
      >
        {fields.map((field) => (
          <AntdField
            key={field.name}
            name={field.name}
            valuePropName={field.kind === 'flag' ? 'checked' : 'value'}
          >
            {inputOf(field)}
          </AntdField>
        ))}
      </AntdForm>
    </div>
  );
}

function inputOf({ kind, choices = [], of, label, maxLength, scheme = 'light' }: Field) {
  switch (kind) {
    case 'flag':
      return <Checkbox>{label}</Checkbox>;
    case 'number':
      return <InputNumber />;
    case 'choice':
      return <Select options={[...choices]} allowClear />;
    case 'lines':
      return <Input.TextArea rows={4} />;
    case 'record':
      if (of === undefined) throw new Error(`${label} has no rows to choose from`);
      return <RecordSelect of={of} />;
    case 'picture':
      return <PictureField />;
    case 'colour':
      return <ColourField label={label} scheme={scheme} />;
    case 'text':
      return <Input autoComplete="off" {...(maxLength === undefined ? {} : { maxLength: maxLength + 20 })} />;
  }
}
