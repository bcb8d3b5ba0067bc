/** Returns the message for an invalid value, or null. */
export type Check<Value, Values> = (value: Value, values: Values) => string | null;

export interface FieldDefinition<Value, Values> {
  label: string;
  /** Shown below the label, and read with the field. */
  help?: string;
  /** In this order; the first message counts. */
  checks?: readonly Check<Value, Values>[];
}

/** A form as data: thin and antd forms, their checks, their error summary and their tests read the same value. */
export interface FormDefinition<Values extends object> {
  /** Part of the ids of its fields; unique on a page. */
  id: string;
  fields: { readonly [Name in keyof Values & string]: FieldDefinition<Values[Name], Values> };
}

export type FieldName<Values> = keyof Values & string;
export type FieldErrors<Values> = Partial<Record<FieldName<Values>, string>>;

export const fieldNames = <Values extends object>({ fields }: FormDefinition<Values>) =>
  Object.keys(fields) as FieldName<Values>[];

/** The id of a field's input, which links of the error summary lead to. */
export const fieldId = (formId: string, name: string): string => `${formId}_${name}`;

/** The messages of all invalid fields. */
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
