import { createHash } from 'node:crypto';
import type { ContactMessage } from './contact-collection.ts';

export type ContactFields = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'>;

/** Returns an id that is the same for the same message on the same day: a form that is sent twice yields one mail. */
export const contactId = ({ name, email, subject, message }: ContactFields, at: Date): string =>
  createHash('sha256')
    .update(JSON.stringify([name, email, subject, message, at.toISOString().slice(0, 10)]))
    .digest('hex')
    .slice(0, 40);

export const contactEventId = ({ _id }: Pick<ContactMessage, '_id'>): string => `contact.received:${_id}`;
