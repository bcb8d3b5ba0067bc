import { attributeErrors, type ErrorDetail } from '@vidhi/contracts/errors.ts';

export interface Credentials {
  identifier: string;
  password: string;
}

function printScalar(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return String(value);
  return typeof value === 'string' ? `"${value}"` : null;
}

/** Formats a value like the reference's validator, which quotes values in lists twice. */
const printValue = (value: unknown): string =>
  printScalar(value) ?? JSON.stringify(value, (_key, inner: unknown) => printScalar(inner) ?? inner, 2);

const wrongType = (name: string, expected: string, value: unknown): string =>
  `${name} must be a \`${expected}\` type, but the final value was: \`${printValue(value)}\`.`;

function problemOf(name: string, value: unknown): string | null {
  if (value === undefined || value === '') return `${name} is a required field`;
  return typeof value === 'string' ? null : wrongType(name, 'string', value);
}

/** Reads the body of a login; throws 400 with every problem, with the messages of the reference. */
export function readCredentials(body: unknown): Credentials {
  const credentials = body ?? {};
  if (typeof credentials !== 'object' || Array.isArray(credentials))
    throw attributeErrors([{ path: [], message: wrongType('this', 'object', credentials) }]);
  const { identifier, password } = credentials as { identifier?: unknown; password?: unknown };
  const errors: Omit<ErrorDetail, 'name'>[] = [];
  for (const [name, value] of Object.entries({ identifier, password })) {
    const message = problemOf(name, value);
    if (message !== null) errors.push({ path: [name], message });
  }
  if (typeof identifier !== 'string' || typeof password !== 'string' || errors.length > 0)
    throw attributeErrors(errors);
  return { identifier, password };
}
