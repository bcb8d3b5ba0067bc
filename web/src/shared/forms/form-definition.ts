/** Returns the message for an invalid value, or null. */
export type Check<Value, Values> = (value: Value, values: Values) => string | null;

export interface FieldDefinition<Value, Values> {
  label: string;
  /** Shown below the label, and read with the field. */
  help?: string;
  /** Run in this order until one returns a message. */
  checks?: readonly Check<Value, Values>[];
  /** Rewrites a value as soon as it is complete, such as a pasted phone number with its country code. */
  normalize?: (value: string) => string;
}

/** A form as data, from which thin and antd forms take labels, checks and the error summary. */
export interface FormDefinition<Values extends object> {
  /** Part of the ids of its fields; unique on a page. */
  id: string;
  fields: { readonly [Name in keyof Values & string]: FieldDefinition<Values[Name], Values> };
}

/** Returns the values with those of fields that have a `normalize` rewritten. */
export function normalizeValues<Values extends object>(form: FormDefinition<Values>, values: Values): Values {
  const normalized = { ...values } as Record<string, unknown>;
  for (const name of Object.keys(form.fields) as FieldName<Values>[]) {
    const { normalize } = form.fields[name];
    const value = normalized[name];
    if (normalize !== undefined && typeof value === 'string') normalized[name] = normalize(value);
  }
  return normalized as Values;
}

export type FieldName<Values> = keyof Values & string;
export type FieldErrors<Values> = Partial<Record<FieldName<Values>, string>>;

export const fieldNames = <Values extends object>({ fields }: FormDefinition<Values>) =>
  Object.keys(fields) as FieldName<Values>[];

/** Returns the id of a field's input, to which the error summary links. */
export const fieldId = (formId: string, name: string): string => `${formId}_${name}`;

/** Returns the messages of all invalid fields. */
export function findFieldErrors<Values extends object>(
  form: FormDefinition<Values>,
  values: Values,
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const name of fieldNames(form)) {
    const message = findFieldError(form, name, values);
    if (message !== null) errors[name] = message;
  }
  return errors;
}

export function findFieldError<Values extends object>(
  form: FormDefinition<Values>,
  name: FieldName<Values>,
  values: Values,
): string | null {
  for (const check of form.fields[name].checks ?? []) {
    const message = check(values[name], values);
    if (message !== null) return message;
  }
  return null;
}
