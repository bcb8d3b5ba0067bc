/** A failed request, as components get it from RTK Query. */
export interface Problem {
  /** HTTP status; 0 when there was no response. */
  status: number;
  /** Name of the error, as `ValidationError`; empty when there was none. */
  code: string;
  /** Message of the error, as the API sent it. */
  message: string;
  /** Messages of invalid attributes, by their path joined with dots. */
  fields: Readonly<Record<string, string>>;
}

export interface CallMeta {
  response?: Response | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Converts an error response (`packages/contracts/src/errors.ts`) with any body to a `Problem`. */
export function problemOf(status: number, body: unknown): Problem {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const { name, message, details } = error;
  const fields: Record<string, string> = {};
  for (const one of isObject(details) && Array.isArray(details['errors']) ? details['errors'] : [])
    if (isObject(one) && Array.isArray(one['path']) && typeof one['message'] === 'string')
      fields[one['path'].join('.')] ??= one['message'];
  return {
    status,
    code: typeof name === 'string' ? name : '',
    message: typeof message === 'string' ? message : 'The request failed',
    fields,
  };
}

/** Returns whether a thrown or returned error of RTK Query is a `Problem`. */
export const isProblem = (error: unknown): error is Problem =>
  isObject(error) && typeof error['status'] === 'number' && isObject(error['fields']);

/** Returns the messages of an error by field of a form; empty when it has none for the given fields. */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {};
  if (!isProblem(error)) return errors;
  for (const name of names) {
    const message = error.fields[name] ?? error.fields[`data.${name}`];
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}
