import { tenDigits } from '@vidhi/contracts/digits.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { isSafeLink } from '@vidhi/content-service/html.ts';
import type { AttributeProblem } from '../collections/attribute-problem.ts';

/** Contact details of a profile; reserved for logged-in visitors. */
interface Contact {
  phone_number: string;
  email_address: string;
  address: string;
  website_link: string;
}

const LONGEST = 500;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const HTTP = /^http:\/\//i;
const BARE_HOST = /^[^\s/:@?#\\]+\.[^\s/:@?#\\]+(?::\d+)?(?:[/?#].*)?$/;

/** Returns the address as https, also of one typed with http or without a scheme; anything else stays as it is. */
function toHttps(link: string): string {
  if (HTTP.test(link)) return link.replace(HTTP, 'https://');
  return BARE_HOST.test(link) ? `https://${link}` : link;
}

const toPhone = (text: string): string => tenDigits(text) ?? text;

const toContact = (fields: Fields): Contact => ({
  phone_number: toPhone(textOf(fields['phone_number'])),
  email_address: textOf(fields['email_address']),
  address: textOf(fields['address']),
  website_link: toHttps(textOf(fields['website_link'])),
});

const isWebsite = (link: string): boolean => isSafeLink(link) && URL.parse(link)?.protocol === 'https:';

/**
 * Field by field, in the words of the registration form.
 * @param current stored contact of an update: what a field has already is accepted, such as an odd number of an import
 */
export function* contactProblems(value: unknown, current: unknown = null): Generator<AttributeProblem> {
  if (value === undefined || value === null) return;
  if (!isFields(value)) {
    yield { path: ['contact'], message: 'contact must be an object' };
    return;
  }
  const contact = toContact(value);
  const stored = isFields(current) ? toContact(current) : null;
  for (const problem of fieldProblems(contact)) {
    const [, field] = problem.path;
    if (stored?.[field] !== contact[field]) yield problem;
  }
}

interface FieldProblem {
  path: ['contact', keyof Contact];
  message: string;
}

function* fieldProblems(contact: Contact): Generator<FieldProblem> {
  const { phone_number, email_address, address, website_link } = contact;
  const at = (field: keyof Contact, message: string): FieldProblem => ({ path: ['contact', field], message });
  if (tenDigits(phone_number) === null) yield at('phone_number', 'Phone number must be 10 digits');
  if (email_address === '') yield at('email_address', 'Email is required');
  else if (email_address.length > LONGEST || !isMailable(email_address))
    yield at('email_address', 'Invalid email format');
  if (address === '') yield at('address', 'Address is required');
  else if (address.length > LONGEST) yield at('address', `Address must be at most ${LONGEST} characters`);
  if (website_link === '') yield at('website_link', 'Website link is required');
  else if (website_link.length > LONGEST || !isWebsite(website_link))
    yield at('website_link', 'Website link must be a valid https address');
}

/** The same for contact data of an import, of which any field may be missing. */
export function* givenContactProblems(value: unknown): Generator<AttributeProblem> {
  const given = isFields(value) ? toContact(value) : null;
  for (const problem of contactProblems(value)) {
    const [, field] = problem.path;
    if (given === null || field === undefined || given[field as keyof Contact] !== '') yield problem;
  }
}

/** Returns the known fields of a contact that has no problems. */
export const fitContact = (value: unknown): Contact | null => (isFields(value) ? toContact(value) : null);

/** Returns a contact of an archive as it is, without a website that may not be linked to. */
export function importedContact(value: unknown): unknown {
  if (!isFields(value)) return value ?? null;
  const link = value['website_link'];
  return typeof link === 'string' && link !== '' && !isSafeLink(link)
    ? { ...value, website_link: '' }
    : value;
}
