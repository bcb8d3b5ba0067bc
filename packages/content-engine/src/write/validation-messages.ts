/** Messages of the reference's validator, yup. */

function printSimple(value: unknown, quoted: boolean): string | null {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return quoted ? `"${value}"` : value;
  return null;
}

/** Prints a value as yup does in its messages. */
export function printValue(value: unknown): string {
  const simple = printSimple(value, true);
  if (simple !== null) return simple;
  return JSON.stringify(value, (_key, inner: unknown) => printSimple(inner, true) ?? inner, 2);
}

/** Message for a value of the wrong type; `original` is the value before conversion. */
export function typeMessage(path: string, type: string, value: unknown, original: unknown): string {
  const isCast = original !== null && original !== undefined && original !== value;
  const from = isCast ? ` (cast from the value \`${printValue(original)}\`).` : '.';
  return `${path} must be a \`${type}\` type, but the final value was: \`${printValue(value)}\`${from}`;
}

const EMAIL_LOCAL = String.raw`[a-z\d!#$%&'*+\-/=?^_\`{|}~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+`;
const EMAIL_LABEL = String.raw`[a-z\d\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]`;
const EMAIL_TOP = String.raw`[a-z\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]`;
const EMAIL_INNER = String.raw`[a-z\d\-_~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]`;
const label = (edge: string): string => `${edge}(?:${EMAIL_INNER}*${edge})?`;
const EMAIL = new RegExp(
  `^${EMAIL_LOCAL}(?:\\.${EMAIL_LOCAL})*@(?:${label(EMAIL_LABEL)}\\.)+${label(EMAIL_TOP)}$`,
  'i',
);
const MAX_EMAIL = 320;

/** Returns whether a text is an email address by the reference's rules, which accept an empty text. */
export const isEmail = (text: string): boolean =>
  text === '' || (text.length <= MAX_EMAIL && EMAIL.test(text));
