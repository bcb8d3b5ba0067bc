import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { optionalText, readBody } from '../bodies/read-body.ts';
import { toRegistrableRole } from './registration-role.ts';

/** What somebody registers with; nothing else of a body is stored. */
export interface Registrant {
  email: string;
  username: string;
  password: string;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  role: number;
  acceptsAgreement: boolean;
}

/** Ten digits, with or without the country code of India and separators. */
const MOBILE = /^(?:\+?91|0)?([0-9]{10})$/;

function readMobile(value: unknown): string | null {
  const text = optionalText('mobile', typeof value === 'number' ? String(value) : value);
  if (text === null) return null;
  const digits = MOBILE.exec(text.replace(/[\s().-]/g, ''))?.[1];
  if (digits === undefined)
    throw attributeErrors([{ path: ['mobile'], message: 'Mobile number must be 10 digits' }]);
  return digits;
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
    first_name: optionalText('first_name', values['first_name']),
    last_name: optionalText('last_name', values['last_name']),
    mobile: readMobile(values['mobile']),
    acceptsAgreement:
      values['accept_legal_agreement'] === true || values['accept_legal_agreement'] === 'true',
  };
}

/** Reads the body of `POST /api/auth/local/register`; everybody becomes a customer, as in the reference. */
export const readCustomer = (body: unknown): Registrant =>
  toRegistrant(body, readBody(body, { fields: IDENTITY }), ROLE.customer);

/** Reads the body of `POST /api/users`. Throws 400 for a role that nobody may register with. */
export function readRegistrant(body: unknown): Registrant {
  const identity = readBody(body, {
    fields: IDENTITY,
    problemsOf({ role }) {
      if (role === undefined || role === null || role === '')
        return [{ path: ['role'], message: 'role is a required field' }];
      return toRegistrableRole(role) === null
        ? [{ path: ['role'], message: 'role must be one of the following values: 4, 5, 6' }]
        : [];
    },
  });
  const role = toRegistrableRole((body as { role: unknown }).role);
  return toRegistrant(body, identity, role ?? ROLE.customer);
}
