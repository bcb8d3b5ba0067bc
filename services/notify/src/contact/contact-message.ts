import { createHash } from 'node:crypto';
import type { PlannedMail } from '../ledger/mail.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { ContactMessage } from './contact-collection.ts';

export type ContactFields = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'>;

/** Returns an id that is the same for the same message on the same day: a form that is sent twice yields one mail. */
export const contactId = ({ name, email, subject, message }: ContactFields, at: Date): string =>
  createHash('sha256')
    .update(JSON.stringify([name, email, subject, message, at.toISOString().slice(0, 10)]))
    .digest('hex')
    .slice(0, 40);

export const contactEventId = ({ _id }: Pick<ContactMessage, '_id'>): string => `contact.received:${_id}`;

export const replyEventId = ({ _id }: Pick<ContactMessage, '_id'>, number: number): string =>
  `contact.replied:${_id}:${number}`;

/** The mail to the site about a message. */
export const contactMail = ({ _id }: Pick<ContactMessage, '_id'>): PlannedMail => ({
  template: 'contact-message',
  role: 'site',
  source: { kind: SOURCE.contactMessage, id: _id },
});

/** The mail of a reply to the person who wrote. */
export const replyMail = ({ _id }: Pick<ContactMessage, '_id'>, number: number): PlannedMail => ({
  template: 'contact-reply',
  role: 'sender',
  source: { kind: SOURCE.contactReply, id: `${_id}/${number}` },
});
