import { createContext, use } from 'react';
import { fieldId, type FieldDefinition } from './form-definition.ts';

interface ThinContext {
  formId: string;
  fields: Readonly<Record<string, Pick<FieldDefinition<unknown, unknown>, 'label' | 'help'>>>;
  errors: Readonly<Record<string, string | undefined>>;
  /** Removes the errors of fields that a script, not an input event, has made valid. */
  handleChosen: (form: HTMLFormElement) => void;
}

export const ThinFormContext = /* @__PURE__ */ createContext<ThinContext | null>(null);

/** Attributes that label and describe an input and mark it as invalid; throws outside of a `ThinForm`. */
export function useField(name: string) {
  const context = use(ThinFormContext);
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
    handleChosen: context.handleChosen,
    attributes: {
      id,
      name,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy.join(' ') || undefined,
    },
  };
}

type Field = ReturnType<typeof useField>;

export const Help = ({ id, help }: Pick<Field, 'id' | 'help'>) =>
  help === undefined ? null : (
    <p className="field__help" id={`${id}-help`}>
      {help}
    </p>
  );

export const FieldError = ({ id, error }: Pick<Field, 'id' | 'error'>) =>
  error === undefined ? null : (
    <p className="field__error" id={`${id}-error`}>
      {error}
    </p>
  );
