import {
  useState,
  type ChangeEvent,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react';
import { fieldNames, type FieldName, type FormDefinition } from './form-definition.ts';
import { FormMessages } from './form-messages.tsx';
import { useFormState, type FormOptions } from './form-state.ts';
import { BusyLabel } from '../ui/busy-label.tsx';
import { FieldError, Help, ThinFormContext, useField } from './thin-field.tsx';

/** Values of a thin form: text of inputs, boolean of checkboxes. */
type ThinValues<Values> = { [Name in keyof Values]: string | boolean | undefined };

interface ThinFormProps<Values extends object> extends FormOptions<Values> {
  /** Left out where a button elsewhere submits the form, by its id. */
  submitLabel?: string;
  /** Label of the submit button while the form is being sent. */
  busyLabel?: string;
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
  const { form, shownErrors: errors, isSubmitting } = state;
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if ((await state.submitValues(readValues(form, element))) && resets) element.reset();
  };
  const handleChosen = (element: HTMLFormElement, name?: FieldName<Values>) =>
    state.valuesChanged(readValues(form, element), name);
  const handleChange = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const input = target as EventTarget & { name?: string; value?: string };
    const name = fieldNames(form).find((one) => one === input.name);
    const normalize = name === undefined ? undefined : form.fields[name].normalize;
    if (normalize !== undefined && input.value !== undefined) {
      const value = normalize(input.value);
      // Setting an equal value would move the cursor to the end.
      if (value !== input.value) input.value = value;
    }
    handleChosen(currentTarget, name);
  };
  return (
    <form
      className="form"
      // Other forms need none, and their names may be ids of other elements.
      id={submitLabel === undefined ? form.id : undefined}
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      onChange={handleChange}
    >
      <ThinFormContext value={{ formId: form.id, fields: form.fields, errors, handleChosen }}>
        {children}
      </ThinFormContext>
      {submitLabel !== undefined && (
        <div className="form__actions">
          <button className="button needs-script" type="submit" aria-disabled={isSubmitting || undefined}>
            <BusyLabel isBusy={isSubmitting} busy={busyLabel ?? submitLabel}>
              {submitLabel}
            </BusyLabel>
          </button>
          {actions}
        </div>
      )}
      <FormMessages state={state} />
    </form>
  );
}

function readValues<Values extends object>(form: FormDefinition<Values>, element: HTMLFormElement): Values {
  const entries = fieldNames(form).map((name) => {
    const input = element.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.type === 'checkbox') return [name, input.checked];
    return [name, input !== null && 'value' in input ? input.value : ''];
  });
  return Object.fromEntries(entries) as Values;
}

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

/** A checkbox with its label behind it; with content of its own there, the label is above it. */
export function CheckboxField({ name, children }: { name: string; children?: ReactNode }) {
  const field = useField(name);
  return (
    <div className="field">
      {children !== undefined && <label htmlFor={field.id}>{field.label}</label>}
      <label className={`field__choice${children === undefined ? '' : ' field__choice--long'}`}>
        <input type="checkbox" {...field.attributes} />
        <span>{children ?? field.label}</span>
      </label>
      <Help {...field} />
      <FieldError {...field} />
    </div>
  );
}
