import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { AntdField, AntdForm } from '#shared/antd/antd-form.tsx';
import type { FormDefinition } from '#shared/forms/form-definition.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import * as styles from '../kit.module.css';
import { definitionOf, inputValueOf, wireValueOf, type Field } from './form-field.ts';
import { useUnsavedGuard } from './guard.ts';
import { ColourField, type ColourFieldProps } from './colour-field.tsx';
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
  const [inputs] = Form.useForm<Values>();
  const [initial] = useState(() => inputValuesOf(fields, row));
  /** The values that the changes are a change of: those of the server, as far as they are known. */
  const base = useRef(initial);
  const changedFields = (values: Values): Field[] =>
    fields.filter(
      (field) =>
        !isSame(wireValueOf(field, values[field.name]), wireValueOf(field, base.current[field.name])),
    );
  /** The values before the last change by the user. */
  const previous = useRef(initial);
  const shownRow = useRef(row);
  useLayoutEffect(() => {
    if (isNew || shownRow.current === row) return;
    shownRow.current = row;
    // Somebody else may have changed the row: fields that are as they were follow it, and are not sent back.
    const touched = new Set(changedFields(inputs.getFieldsValue()).map(({ name }) => name));
    // The editor of a text takes it once.
    const fresh = inputValuesOf(
      fields.filter(({ kind }) => kind !== 'html'),
      row,
    );
    base.current = { ...base.current, ...fresh };
    inputs.setFieldsValue(Object.fromEntries(Object.entries(fresh).filter(([name]) => !touched.has(name))));
  });
  const propose = (changed: Values, before: Values): void => {
    for (const { name, proposal } of isNew ? fields : []) {
      if (proposal === undefined) continue;
      const { from, valueOf } = proposal;
      const text = changed[from];
      if (typeof text !== 'string') continue;
      const isOwn = before[name] !== '' && before[name] !== valueOf(String(before[from] ?? ''));
      if (!isOwn) inputs.setFieldValue(name, valueOf(text));
    }
  };
  const send = async (values: Values): Promise<SubmitResult> => {
    const wanted = isNew
      ? fields.filter((field) => wireValueOf(field, values[field.name]) !== null)
      : changedFields(values);
    const sent = wanted.map(({ name }) => [name, values[name]] as const);
    const result = await submit(
      Object.fromEntries(wanted.map((field) => [field.name, wireValueOf(field, values[field.name])])),
    );
    if (result.error === undefined) {
      base.current = { ...base.current, ...Object.fromEntries(sent) };
      // Somebody may have typed on meanwhile.
      setUnsaved(!isNew && changedFields(inputs.getFieldsValue()).length > 0);
    }
    return result;
  };
  return (
    <div className={styles.form}>
      <AntdForm
        form={form}
        submit={send}
        initialValues={initial}
        instance={inputs}
        locks={isNew}
        submitLabel={isNew ? 'Create' : 'Save'}
        busyLabel={isNew ? 'Creating' : 'Saving'}
        onEdit={(changed) => {
          setUnsaved(true);
          propose(changed, previous.current);
          previous.current = inputs.getFieldsValue();
        }}
        {...(successMessage === undefined ? {} : { successMessage })}
      >
        {fields.map((field) => (
          <AntdField
            key={field.name}
            name={field.name}
            valuePropName={field.kind === 'flag' ? 'checked' : 'value'}
            hasOwnLabel={field.kind === 'flag'}
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

const inputValuesOf = (fields: readonly Field[], row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(fields.map((field) => [field.name, inputValueOf(field, row)]));

/** The colour of dark pages, which follows from the one of light pages as that is typed. */
function FollowingColour({ follows, ...props }: ColourFieldProps & { follows: string }) {
  const light: unknown = Form.useWatch(follows);
  return <ColourField {...props} light={typeof light === 'string' ? light : ''} />;
}

function inputOf({ kind, choices = [], of, label, maxLength, scheme = 'light', follows, create }: Field) {
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
      return <PictureField label={label} />;
    case 'pictures':
      return <PicturesField label={label} />;
    case 'moment':
      return <MomentField />;
    case 'html':
      return <HtmlField label={label} />;
    case 'colour':
      return follows === undefined ? (
        <ColourField label={label} scheme={scheme} />
      ) : (
        <FollowingColour label={label} scheme={scheme} follows={follows} />
      );
    case 'text':
      return <Input autoComplete="off" {...(maxLength === undefined ? {} : { maxLength: maxLength + 20 })} />;
  }
}
