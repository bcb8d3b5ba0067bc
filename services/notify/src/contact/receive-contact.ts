import type { MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';
import type { ContactMessage } from './contact-collection.ts';
import { contactEventId, contactId, type ContactFields } from './contact-message.ts';
import type { ContactStore } from './contact-store.ts';

interface ReceiveOptions {
  messages: Pick<ContactStore, 'insert' | 'findMailDue' | 'mailPlanned'>;
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
}

/** Stores a message, then requires its mail to the site. */
export type ReceiveContact = (fields: ContactFields) => Promise<void>;

const MAX_PLANNED = 200;

export function createReceiveContact({ messages, ledger, enqueue }: ReceiveOptions) {
  async function planMail(message: Pick<ContactMessage, '_id'>): Promise<void> {
    const inserted = await ledger.insert(contactEventId(message), [
      { template: 'contact-message', role: 'site', source: { kind: SOURCE.contactMessage, id: message._id } },
    ]);
    await messages.mailPlanned(message._id);
    await enqueue(inserted);
  }

  const receive: ReceiveContact = async (fields) => {
    const receivedAt = new Date();
    const message = { _id: contactId(fields, receivedAt), ...fields, receivedAt, mailDue: true };
    if (await messages.insert(message)) await planMail(message);
  };
  return {
    receive,
    /** Adds the ledger rows that a dead process left out. */
    async planMissing(): Promise<void> {
      for (const message of await messages.findMailDue(MAX_PLANNED)) await planMail(message);
    },
  };
}

/** Resolves a contact message to the site; replies go to its sender. */
export const createContactResolver =
  (messages: Pick<ContactStore, 'find'>): MailResolver =>
  async (id) => {
    const found = await messages.find(id);
    if (found === null) return null;
    const { name, email, subject, message, receivedAt } = found;
    return {
      to: null,
      link: null,
      values: { name, email, subject, message, receivedAt: receivedAt.toISOString() },
      ...(email === '' ? {} : { replyTo: { address: email, name: name === '' ? null : name } }),
    };
  };
