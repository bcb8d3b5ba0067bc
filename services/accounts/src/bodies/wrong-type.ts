function printScalar(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return String(value);
  return typeof value === 'string' ? `"${value}"` : null;
}

/** Formats a value like the reference's validator, which quotes values in lists twice. */
const printValue = (value: unknown): string =>
  printScalar(value) ?? JSON.stringify(value, (_key, inner: unknown) => printScalar(inner) ?? inner, 2);

/** Returns the reference's message for a value of the wrong type. */
export const wrongType = (name: string, expected: string, value: unknown): string =>
  `${name} must be a \`${expected}\` type, but the final value was: \`${printValue(value)}\`.`;
