import { Button, Form, type FormInstance } from 'antd';
import { createContext, use, useEffect, useEffectEvent, type ReactElement, type ReactNode } from 'react';
import { fieldNames, findFieldError, type FieldErrors, type FieldName } from '../forms/form-definition.ts';
import { FormMessages } from '../forms/form-messages.tsx';
import { BusyLabel } from '../ui/busy-label.tsx';
import { useFormState, type FormOptions } from '../forms/form-state.ts';

const FieldsContext = /* @__PURE__ */ createContext<
  Readonly<Record<string, { label: string; help?: string; normalize?: (value: string) => string }>>
>({});

interface AntdFormProps<Values extends object> extends FormOptions<Values> {
  initialValues?: Partial<Values>;
  /** Left out where a button elsewhere submits the form, by its id. */
  submitLabel?: string;
  /** Label of the button while the form is sent. */
  busyLabel?: string;
  /** `AntdField`s. */
  children: ReactNode;
  /** Rendered beside the submit button. */
  actions?: ReactNode;
  /** Whether the fields are emptied after success. */
  resets?: boolean;
  /** Called after each change by the user, with the fields that were changed. */
  onEdit?: (changed: Record<string, unknown>) => void;
  /** Access of the page to the values, from antd's `Form.useForm`. */
  instance?: FormInstance<Record<string, unknown>>;
  /** Whether nothing can be changed while the form is sent: where the page leaves it after success. */
  locks?: boolean;
}

/** A form of antd's inputs with the behaviour of `ThinForm`: the same definition, checks, summary, focus and lock. */
export function AntdForm<Values extends object>(props: AntdFormProps<Values>) {
  const {
    initialValues,
    submitLabel,
    busyLabel,
    children,
    actions,
    resets = false,
    onEdit,
    instance,
    locks = false,
    ...options
  } = props;
  const state = useFormState(options);
  const [fields] = Form.useForm<Record<string, unknown>>(instance);
  const { form, errors, shownErrors, isSubmitting } = state;
  const showErrors = (names: readonly FieldName<Values>[], found: FieldErrors<Values>) => {
    // Each field that is set is rendered again.
    const changed = names.filter((name) => fields.getFieldError(name)[0] !== found[name]);
    if (changed.length > 0)
      fields.setFields(changed.map((name) => ({ name, errors: found[name] ? [found[name]] : [] })));
  };
  useEffect(() => showErrors(fieldNames(form), shownErrors));
  // antd's `onValuesChange` does not report values that the page sets, such as the state of a PIN.
  const resolved = Form.useWatch((values) => state.resolvedErrors(values as Values), fields);
  const removeResolved = useEffectEvent(() => state.valuesChanged(fields.getFieldsValue() as Values));
  useEffect(() => {
    if (resolved.length > 0) removeResolved();
  }, [resolved]);
  const handleFinish = async (values: Record<string, unknown>) => {
    if ((await state.submitValues(values as Values)) && resets) fields.resetFields();
  };
  const handleChange = (changed: Record<string, unknown>, all: Record<string, unknown>) => {
    const values = all as Values;
    onEdit?.(changed);
    const names = fieldNames(form).filter((one) => Object.hasOwn(changed, one));
    for (const name of names) {
      // antd itself removes the message with every change, also while the value is still invalid.
      const error = findFieldError(form, name, values);
      if (errors[name] !== undefined)
        showErrors([name], { [name]: error ?? undefined } as FieldErrors<Values>);
    }
    state.valuesChanged(values, names[0]);
  };
  return (
    <Form
      className="form"
      form={fields}
      name={form.id}
      layout="vertical"
      noValidate
      requiredMark={false}
      disabled={locks && isSubmitting}
      {...(initialValues === undefined ? {} : { initialValues: initialValues as Record<string, unknown> })}
      onFinish={(values) => void handleFinish(values)}
      onValuesChange={handleChange}
    >
      <FieldsContext value={form.fields}>{children}</FieldsContext>
      {submitLabel !== undefined && (
        <div className="form__actions">
          <Button type="primary" htmlType="submit" aria-disabled={isSubmitting || undefined}>
            <BusyLabel isBusy={isSubmitting} busy={busyLabel ?? submitLabel}>
              {submitLabel}
            </BusyLabel>
          </Button>
          {actions}
        </div>
      )}
      <FormMessages state={state} />
    </Form>
  );
}

interface AntdFieldProps {
  name: string;
  /** One input of antd, which gets value and change handler. */
  children: ReactElement;
  /** The input's prop for its value, such as `checked` or `fileList`. */
  valuePropName?: string;
  /** Whether the input itself bears the label, as a checkbox does. */
  hasOwnLabel?: boolean;
  /** Returns the value from a change event; `event.target.value` where left out. */
  getValueFromEvent?: (event: never) => unknown;
}

/** An input with label and help text of the form's definition; throws for a field that it does not define. */
export function AntdField(props: AntdFieldProps) {
  const { name, children, valuePropName = 'value', hasOwnLabel = false, getValueFromEvent } = props;
  const field = use(FieldsContext)[name];
  if (field === undefined) throw new Error(`No form above has a field ${name}`);
  const { normalize } = field;
  return (
    <Form.Item
      name={name}
      {...(hasOwnLabel ? {} : { label: <span className="field__name">{field.label}</span> })}
      extra={field.help && <span className="field__help field__help--below">{field.help}</span>}
      valuePropName={valuePropName}
      {...(normalize === undefined
        ? {}
        : { normalize: (value: unknown) => (typeof value === 'string' ? normalize(value) : value) })}
      {...(getValueFromEvent === undefined ? {} : { getValueFromEvent })}
    >
      {children}
    </Form.Item>
  );
}
