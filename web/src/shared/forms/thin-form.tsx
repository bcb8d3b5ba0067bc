import {
  createContext,
  use,
  useState,
  type ChangeEvent,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react';
import { fieldId, fieldNames, type FieldDefinition, type FormDefinition } from './form-definition.ts';
import { FormMessages } from './form-messages.tsx';
import { useFormState, type FormOptions } from './form-state.ts';

interface ThinContext {
  formId: string;
  fields: Readonly<Record<string, Pick<FieldDefinition<unknown, unknown>, 'label' | 'help'>>>;
  errors: Readonly<Record<string, string | undefined>>;
}

const FormContext = /* @__PURE__ */ createContext<ThinContext | null>(null);

/** Values of a thin form: text of inputs, boolean of checkboxes. */
type ThinValues<Values> = { [Name in keyof Values]: string | boolean };

interface ThinFormProps<Values extends object> extends FormOptions<Values> {
  submitLabel: string;
  /** Label of the submit button while the form is being sent. */
  busyLabel: string;
  /** The fields. */
  children: ReactNode;
  /** Rendered beside the submit button. */
  actions?: ReactNode;
  /** Whether the fields are emptied after success. */
  resets?: boolean;
}

/**
 * A form of plain inputs, without antd. The inputs are uncontrolled, so that hydration preserves text typed before it; the
 * method `post` keeps values out of the URL when it is submitted before hydration.
 */
export function ThinForm<Values extends ThinValues<Values>>(props: ThinFormProps<Values>) {
  const { submitLabel, busyLabel, children, actions, resets = false, ...options } = props;
  const state = useFormState(options);
  const { form, errors, isSubmitting } = state;
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if ((await state.submitValues(readValues(form, element))) && resets) element.reset();
  };
  const handleChange = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const name = fieldNames(form).find((one) => one === (target as EventTarget & { name?: string }).name);
    if (name !== undefined) state.fieldChanged(name, readValues(form, currentTarget));
  };
  return (
    <form
      className="form"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      onChange={handleChange}
    >
      <FormMessages state={state} />
      <FormContext value={{ formId: form.id, fields: form.fields as ThinContext['fields'], errors }}>
        {children}
      </FormContext>
      <div className="form__actions">
        <button className="button needs-script" type="submit" aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? busyLabel : submitLabel}
        </button>
        {actions}
      </div>
    </form>
  );
}

function readValues<Values extends object>(form: FormDefinition<Values>, element: HTMLFormElement): Values {
  const entries = fieldNames(form).map((name) => {
    const input = element.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.type === 'checkbox') return [name, input.checked];
    return [name, input instanceof RadioNodeList || input === null || !('value' in input) ? '' : input.value];
  });
  return Object.fromEntries(entries) as Values;
}

/** Attributes that label and describe an input and mark it as invalid; throws outside of a `ThinForm`. */
function useField(name: string) {
  const context = use(FormContext);
  const field = context?.fields[name];
  if (context === null || field === undefined) throw new Error(`No form above has a field ${name}`);
  const id = fieldId(context.formId, name);
  const error = context.errors[name];
  const describedBy = [
    ...(field.help === undefined ? [] : [`${id}-help`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return {
    ...field,
    id,
    error,
    attributes: {
      id,
      name,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy.join(' ') || undefined,
    },
  };
}

type Field = ReturnType<typeof useField>;

const Help = ({ id, help }: Field) =>
  help === undefined ? null : (
    <p className="field__help" id={`${id}-help`}>
      {help}
    </p>
  );

const FieldError = ({ id, error }: Field) =>
  error === undefined ? null : (
    <p className="field__error" id={`${id}-error`}>
      {error}
    </p>
  );

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'defaultChecked'> & {
  name: string;
};

/** A text input with label, help and error. */
export function TextField({ name, ...input }: TextFieldProps) {
  const field = useField(name);
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <Help {...field} />
      <input className="field__input" {...field.attributes} {...input} />
      <FieldError {...field} />
    </div>
  );
}

/** A password input with a button that shows the password. */
export function PasswordField({ name, ...input }: TextFieldProps) {
  const field = useField(name);
  const [isShown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <Help {...field} />
      <div className="field__password">
        <input
          className="field__input"
          autoCapitalize="none"
          spellCheck={false}
          {...field.attributes}
          {...input}
          type={isShown ? 'text' : 'password'}
        />
        <button className="field__toggle needs-script" type="button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} <span className="visually-hidden">{field.label}</span>
        </button>
      </div>
      <FieldError {...field} />
    </div>
  );
}

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'> & { name: string };

export function TextAreaField({ name, rows = 6, ...input }: TextAreaProps) {
  const field = useField(name);
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <Help {...field} />
      <textarea className="field__input field__input--lines" rows={rows} {...field.attributes} {...input} />
      <FieldError {...field} />
    </div>
  );
}

/** A checkbox with its label behind it. */
export function CheckboxField({ name }: { name: string }) {
  const field = useField(name);
  return (
    <div className="field">
      <label className="field__choice" htmlFor={field.id}>
        <input type="checkbox" {...field.attributes} /> {field.label}
      </label>
      <Help {...field} />
      <FieldError {...field} />
    </div>
  );
}
