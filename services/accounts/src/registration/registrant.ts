import { tenDigits } from '@vidhi/contracts/digits.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { optionalName, optionalText, readBody, type Problem } from '../bodies/read-body.ts';
import { isSamePassword } from '../passwords/opaque-password.ts';
import { toRegistrableRole } from './registration-role.ts';

/** Data of a registration; other properties of the body are not stored. */
export interface Registrant {
  email: string;
  username: string;
  password: string;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  role: number;
  acceptsAgreement: boolean;
  /** Whether the registrant declared to be 18 or older; forms of older clients have no such field. */
  isAdult: boolean;
  /** Problems that the reference does not know, reported where nothing else is wrong. */
  formProblems: readonly Problem[];
}

function readMobile(value: unknown): string | null {
  const text = optionalText('mobile', typeof value === 'number' ? String(value) : value);
  if (text === null) return null;
  const digits = tenDigits(text);
  if (digits === null)
    throw attributeErrors([{ path: ['mobile'], message: 'Mobile number must be 10 digits' }]);
  return digits;
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
const isFalse = (value: unknown): boolean => value === false || value === 'false';

/** Throws 400 for people under 18: an account of theirs needs a parent's consent that can be verified (DPDP). */
function readAdult(value: unknown): boolean {
  if (isFalse(value))
    throw attributeErrors([
      { path: ['is_adult'], message: 'People under 18 need the consent of a parent or guardian to register' },
    ]);
  return isTrue(value);
}

const IDENTITY = { email: 'email', username: 'text', password: 'text' } as const;

function toRegistrant(
  body: unknown,
  identity: Record<keyof typeof IDENTITY, string>,
  role: number,
): Registrant {
  const values = body as Readonly<Record<string, unknown>>;
  return {
    ...identity,
    role,
    first_name: optionalName('first_name', values['first_name']),
    last_name: optionalName('last_name', values['last_name']),
    mobile: readMobile(values['mobile']),
    acceptsAgreement: isTrue(values['accept_legal_agreement']),
    isAdult: readAdult(values['is_adult']),
    formProblems: [],
  };
}

/** Reads the body of `POST /api/auth/local/register`; everybody becomes a customer, as in the reference. */
export const readCustomer = (body: unknown): Registrant =>
  toRegistrant(body, readBody(body, { fields: IDENTITY }), ROLE.customer);

function roleProblems({ role }: Readonly<Record<string, unknown>>): Problem[] {
  if (role === undefined || role === null || role === '')
    return [{ path: ['role'], message: 'role is a required field' }];
  return toRegistrableRole(role) === null
    ? [{ path: ['role'], message: 'role must be one of the following values: 4, 5, 6' }]
    : [];
}

/** Forms of clients send the password twice; others leave the second one out. */
const passwordProblems = (password: string, cpassword: unknown): Problem[] =>
  cpassword === undefined || (typeof cpassword === 'string' && isSamePassword(password, cpassword))
    ? []
    : [{ path: ['cpassword'], message: 'Passwords must match' }];

/** Lawyers and firms accept the agreement with their profile. */
function agreementProblems(body: unknown): Problem[] {
  const { role, accept_legal_agreement: accepted } = body as Readonly<Record<string, unknown>>;
  return toRegistrableRole(role) === ROLE.customer && !isTrue(accepted)
    ? [{ path: ['accept_legal_agreement'], message: 'Accept Legal Agreement' }]
    : [];
}

/**
 * Reads the body of `POST /api/users`. Throws 400 for a role that nobody may register with.
 */
export function readRegistrant(body: unknown): Registrant {
  const identity = readBody(body, {
    fields: IDENTITY,
    problemsOf: roleProblems,
  });
  const { role, cpassword } = body as { role: unknown; cpassword?: unknown };
  return {
    ...toRegistrant(body, identity, toRegistrableRole(role) ?? ROLE.customer),
    formProblems: [...passwordProblems(identity.password, cpassword), ...agreementProblems(body)],
  };
}
