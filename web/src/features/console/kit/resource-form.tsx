import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import * as styles from '../kit.module.css';
import { definitionOf, inputValueOf, wireValueOf, type Field } from './form-field.ts';
import { useUnsavedGuard } from './guard.ts';
import { ColourField } from './colour-field.tsx';
import type { HtmlFieldProps } from './html-field.tsx';
import { MomentField } from './moment-field.tsx';
import { PictureField } from './picture-field.tsx';
import { PicturesField } from './pictures-field.tsx';
import { RecordSelect } from './record-select.tsx';
import { RecordsSelect } from './records-select.tsx';

// Forms without such a field load nothing of the editor.
const HtmlField = lazyPart<HtmlFieldProps>('the editor', () =>
  import('./html-field.tsx').then((module) => module.HtmlField),
);

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
  /** Rendered below the fields, inside of the form. */
  children?: ReactNode;
}

/** The form of a resource: errors beside the fields and in a summary, and a question before unsaved changes are lost. */
export function ResourceForm(props: ResourceFormProps) {
  const { id, fields, row, submit, isNew, successMessage, children } = props;
  const [isUnsaved, setUnsaved] = useState(false);
  useUnsavedGuard(isUnsaved);
  const form = useMemo(
    (): FormDefinition<Values> => ({
      id,
      fields: Object.fromEntries(fields.map((field) => [field.name, definitionOf(field)])),
    }),
    [id, fields],
  );
  // The row may be read again while somebody types: what is sent are the changes of what the form began with.
  const [initial, setInitial] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, inputValueOf(field, row)])),
  );
  const send = async (values: Values): Promise<SubmitResult> => {
    const wanted = fields.flatMap((field): [string, unknown][] => {
      const value = wireValueOf(field, values[field.name]);
      const before = wireValueOf(field, initial[field.name]);
      return isNew
        ? value === null
          ? []
          : [[field.name, value]]
        : isSame(value, before)
          ? []
          : [[field.name, value]];
    });
    const result = await submit(Object.fromEntries(wanted));
    if (result.error === undefined) {
      setUnsaved(false);
      setInitial(values);
    }
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
        {children}
      </AntdForm>
    </div>
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function inputOf({ kind, choices = [], of, label, maxLength, scheme = 'light', create }: Field) {
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
    case 'records':
      if (of === undefined) throw new Error(`${label} has no rows to choose from`);
      return <RecordsSelect of={of} label={label} {...(create === undefined ? {} : { create })} />;
    case 'picture':
      return <PictureField />;
    case 'pictures':
      return <PicturesField />;
    case 'moment':
      return <MomentField />;
    case 'html':
      return <HtmlField label={label} />;
    case 'colour':
      return <ColourField label={label} scheme={scheme} />;
    case 'text':
      return <Input autoComplete="off" {...(maxLength === undefined ? {} : { maxLength: maxLength + 20 })} />;
  }
}
