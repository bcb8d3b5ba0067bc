import { createHash } from 'node:crypto';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors, validationError, type ErrorDetail } from '@vidhi/contracts/errors.ts';
import { GRIEVANCE_CATEGORIES, type GrievanceCategory } from '@vidhi/contracts/grievance-categories.ts';
import { MAX_GRIEVANCE } from '@vidhi/contracts/grievances.ts';
import type { PlannedMail } from '../ledger/mail.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { StoredGrievance } from './grievance-collection.ts';

export type GrievanceFields = Pick<StoredGrievance, 'name' | 'email' | 'link' | 'category' | 'text'>;
type Identified = Pick<StoredGrievance, '_id'>;

/** Returns an id that is the same for the same grievance on the same day: a form that is sent twice is one grievance. */
export const grievanceId = ({ name, email, link, category, text }: GrievanceFields, at: Date): string =>
  createHash('sha256')
    .update(JSON.stringify([name, email, link, category, text, at.toISOString().slice(0, 10)]))
    .digest('hex')
    .slice(0, 40);

/** The number as people see it. */
export const numberText = (number: number): string => `GR-${String(number).padStart(4, '0')}`;

export const receivedEventId = ({ _id }: Identified): string => `grievance.received:${_id}`;
export const decidedEventId = ({ _id }: Identified): string => `grievance.decided:${_id}`;

export const acknowledgement = ({ _id }: Identified): PlannedMail => ({
  template: 'grievance-received',
  role: 'complainant',
  source: { kind: SOURCE.grievance, id: `${_id}/received` },
});

/** The mail to the site about a new grievance. */
export const grievanceNotice = ({ _id }: Identified): PlannedMail => ({
  template: 'grievance-notice',
  role: 'site',
  source: { kind: SOURCE.grievance, id: `${_id}/notice` },
});

export const decisionMail = ({ _id }: Identified): PlannedMail => ({
  template: 'grievance-decided',
  role: 'complainant',
  source: { kind: SOURCE.grievance, id: `${_id}/decided` },
});

/** Invisible in the form, so that only robots fill it in. */
const HONEYPOT = 'website';
/** Control characters end headers and lines, and have no place in a name or an address of a page. */
const CONTROLS = /\p{Cc}+/gu;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const lineOf = (value: unknown): string => textOf(value).replaceAll(CONTROLS, ' ').trim();

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** Reads the form; null where a robot has filled it in. Throws 400 with messages for each field. */
export function readGrievance(body: unknown): GrievanceFields | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw validationError('Invalid request body');
  const values = body as Readonly<Record<string, unknown>>;
  if (textOf(values[HONEYPOT]) !== '') return null;
  const category = textOf(values['category']);
  const fields = {
    name: lineOf(values['name']),
    email: textOf(values['email']),
    link: lineOf(values['link']),
    text: textOf(values['text']),
  };
  const errors: Omit<ErrorDetail, 'name'>[] = [];
  for (const [field, value] of Object.entries(fields) as [keyof typeof fields, string][]) {
    if (value === '') errors.push({ path: [field], message: `The ${field} field is required` });
    else if (value.length > MAX_GRIEVANCE[field])
      errors.push({ path: [field], message: `${field} must be at most ${MAX_GRIEVANCE[field]} characters` });
  }
  if (fields.email !== '' && !isMailable(fields.email))
    errors.push({ path: ['email'], message: 'The email must be a valid email address.' });
  if (fields.link !== '' && !isWebAddress(fields.link))
    errors.push({ path: ['link'], message: 'The link must be the full address of a page, with https://' });
  if (!Object.hasOwn(GRIEVANCE_CATEGORIES, category))
    errors.push({ path: ['category'], message: 'Please choose what it is about.' });
  if (errors.length > 0) throw attributeErrors(errors);
  return { ...fields, category: category as GrievanceCategory };
}
