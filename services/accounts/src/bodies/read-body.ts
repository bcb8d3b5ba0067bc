import { isPersonName } from '@vidhi/contracts/person-name.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors, type ErrorDetail } from '@vidhi/contracts/errors.ts';
import { normaliseEmail } from '../users/user.ts';
import { wrongType } from './wrong-type.ts';

/** Validation rules of a required text. */
type FieldKind = 'text' | 'email';

export type Problem = Omit<ErrorDetail, 'name'>;

interface BodyRules<Name extends string> {
  /** In the order in which the reference reports them. */
  fields: Readonly<Record<Name, FieldKind>>;
  /** Rejects other keys. */
  isClosed?: boolean;
  /** Longer texts are no names, addresses or passwords. */
  maxChars?: number;
  /** Further problems of the body's attributes, reported after those of `fields`. */
  problemsOf?: (body: Readonly<Record<string, unknown>>) => Problem[];
}

const MAX_CHARS = 1_000;
const MAX_NAME_CHARS = 255;

export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  const found = body ?? {};
  if (typeof found !== 'object' || Array.isArray(found))
    throw attributeErrors([{ path: [], message: wrongType('this', 'object', found) }]);
  return found as Record<string, unknown>;
}

function problemOf(name: string, kind: FieldKind, value: unknown, maxChars: number): string | null {
  if (value === undefined || value === '') return `${name} is a required field`;
  if (typeof value !== 'string') return wrongType(name, 'string', value);
  if (value.length > maxChars) return `${name} must be at most ${maxChars} characters`;
  return kind === 'email' && !isMailable(normaliseEmail(value)) ? `${name} must be a valid email` : null;
}

/**
 * Reads required texts of a body; throws 400 with every problem and the messages of the reference. E-mail addresses are
 * normalized.
 */
export function readBody<Name extends string>(
  body: unknown,
  { fields, isClosed = false, maxChars = MAX_CHARS, problemsOf = () => [] }: BodyRules<Name>,
): Record<Name, string> {
  const values = objectOf(body);
  const names = Object.keys(fields) as Name[];
  const problems: Problem[] = names.flatMap((name) => {
    const message = problemOf(name, fields[name], values[name], maxChars);
    return message === null ? [] : [{ path: [name], message }];
  });
  problems.push(...problemsOf(values));
  const extra = isClosed ? Object.keys(values).filter((key) => !names.includes(key as Name)) : [];
  if (extra.length > 0)
    problems.push({ path: [], message: `this field has unspecified keys: ${extra.join(', ')}` });
  if (problems.length > 0) throw attributeErrors(problems);
  return Object.fromEntries(
    names.map((name) => {
      const value = String(values[name]);
      return [name, fields[name] === 'email' ? normaliseEmail(value) : value];
    }),
  ) as Record<Name, string>;
}

/**
 * Returns an optional name of a person as it is stored: null when it is absent or blank. Throws 400 for links and
 * addresses.
 */
export function optionalName(name: string, value: unknown): string | null {
  const text = optionalText(name, value);
  if (text === null || isPersonName(text)) return text;
  throw attributeErrors([{ path: [name], message: `${name} must be a name, without a link or an address` }]);
}

/**
 * Returns an optional text as it is stored: null when it is absent or blank. Throws 400 for other types and long texts.
 */
export function optionalText(name: string, value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === undefined || text === null || text === '') return null;
  const message = problemOf(name, 'text', text, MAX_NAME_CHARS);
  if (message !== null) throw attributeErrors([{ path: [name], message }]);
  return String(text);
}
