import { fieldNames, type FormDefinition } from './form-definition.ts';

/**
 * Returns the form without its checks of the values that it began with: an edit of one field is not rejected for what another one
 * has had since an import, or since the rules were others. Fields that `initial` does not name are checked as before. Only for
 * forms that send what was changed.
 */
export function acceptUnchanged<Values extends object>(
  form: FormDefinition<Values>,
  initial: Values,
): FormDefinition<Values> {
  type Fields = FormDefinition<Values>['fields'];
  const fields: { -readonly [Name in keyof Fields]: Fields[Name] } = { ...form.fields };
  for (const name of fieldNames(form)) {
    if (!Object.hasOwn(initial, name)) continue;
    const { checks = [] } = form.fields[name];
    fields[name] = {
      ...form.fields[name],
      checks: checks.map(
        (check) => (value, values) => (value === initial[name] ? null : check(value, values)),
      ),
    };
  }
  return { ...form, fields };
}
