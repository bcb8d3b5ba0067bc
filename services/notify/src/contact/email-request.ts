import { attributeErrors, forbidden, validationError, type ErrorDetail } from '@vidhi/contracts/errors.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import type { ContactFields } from './contact-message.ts';

/**
 * Purpose of a request to `POST /api/email`. `sent-already`: mails that this site sends by itself after the event that
 * they are about; `nothing`: a robot filled in the field that people do not see.
 */
export type EmailIntent =
  | { kind: 'contact'; fields: ContactFields }
  | { kind: 'sent-already' }
  | { kind: 'nothing' };

/** Subjects of the mails that clients of the reference send themselves after an order, a payment or a registration. */
const OWN_SUBJECTS = [
  /^order confirmed\b/i,
  /^payment notification\b/i,
  /^new (store )?(user|order|registration|customer)\b/i,
];

const MAX_LENGTH = { name: 100, email: 254, subject: 200, message: 5_000 } as const;
type Field = keyof typeof MAX_LENGTH;
const FIELDS: readonly Field[] = ['name', 'email', 'subject', 'message'];
/** Invisible in the form, so that only robots fill it in. */
const HONEYPOT = 'website';

const ADDRESS_IN_TEXT = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/;
const TAG = /<[^>]*>/g;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Validates the form. Throws a validation error with the messages of the form. */
function checkFields(fields: ContactFields): ContactFields {
  const errors: Omit<ErrorDetail, 'name'>[] = [];
  for (const field of FIELDS) {
    if (fields[field] === '') errors.push({ path: [field], message: `The ${field} field is required` });
    else if (fields[field].length > MAX_LENGTH[field])
      errors.push({ path: [field], message: `${field} must be at most ${MAX_LENGTH[field]} characters` });
  }
  if (fields.email !== '' && !isMailable(fields.email))
    errors.push({ path: ['email'], message: 'The email must be a valid email address.' });
  if (errors.length > 0) throw attributeErrors(errors);
  return fields;
}

/** Reads the message of an older client, which sends nothing but recipient, subject and texts. */
function readOlderForm(body: Readonly<Record<string, unknown>>): ContactFields {
  const message = textOf(body['text']) || textOf(body['html']).replaceAll(TAG, ' ').trim();
  const subject = textOf(body['subject']);
  if (message === '' || subject === '') throw validationError('subject and text are required');
  const [address = ''] = ADDRESS_IN_TEXT.exec(message) ?? [];
  return {
    name: '',
    email: isMailable(address) ? address : '',
    subject: subject.slice(0, MAX_LENGTH.subject),
    message: message.slice(0, MAX_LENGTH.message),
  };
}

/**
 * Classifies the body of `POST /api/email`. `to` and `html` only classify; mails go to the site's contact address and
 * nowhere else. Throws 403 for any other recipient or intent, and 400 for an incomplete form.
 */
export function readEmailRequest(body: unknown, contactAddress: string | null): EmailIntent {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw validationError('Invalid request body');
  const values = body as Readonly<Record<string, unknown>>;
  if (textOf(values[HONEYPOT]) !== '') return { kind: 'nothing' };
  const subject = textOf(values['subject']);
  const isForm = ['name', 'email', 'message'].some((field) => field in values);
  if (!isForm && OWN_SUBJECTS.some((pattern) => pattern.test(subject))) return { kind: 'sent-already' };

  const to = textOf(values['to']).toLowerCase();
  const isToSite = contactAddress !== null && to === contactAddress.toLowerCase();
  const namesNobody = values['to'] === undefined || values['to'] === null || values['to'] === '';
  if (!isToSite && !(isForm && namesNobody)) throw forbidden();
  return {
    kind: 'contact',
    fields: isForm
      ? checkFields({
          name: textOf(values['name']),
          email: textOf(values['email']),
          subject,
          message: textOf(values['message']),
        })
      : readOlderForm(values),
  };
}
