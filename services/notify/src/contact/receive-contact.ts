import type { MailLedger } from '../ledger/mail-ledger.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';
import type { ContactMessage } from './contact-collection.ts';
import {
  contactEventId,
  contactId,
  contactMail,
  replyEventId,
  replyMail,
  type ContactFields,
} from './contact-message.ts';
import type { ContactStore } from './contact-store.ts';

interface ReceiveOptions {
  messages: Pick<ContactStore, 'insert' | 'findMailDue' | 'mailPlanned'>;
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
}

/** Stores a message, then requires its mail to the site. */
export type ReceiveContact = (fields: ContactFields) => Promise<void>;

const MAX_PLANNED = 200;

/** Adds the ledger rows of a message and of its replies that are not there yet. */
export type PlanContactMails = (message: Pick<ContactMessage, '_id' | 'replyCount'>) => Promise<void>;

export function createReceiveContact({ messages, ledger, enqueue }: ReceiveOptions) {
  const planMails: PlanContactMails = async (message) => {
    const inserted = await ledger.insert(contactEventId(message), [contactMail(message)]);
    for (let number = 1; number <= message.replyCount; number += 1)
      inserted.push(...(await ledger.insert(replyEventId(message, number), [replyMail(message, number)])));
    await messages.mailPlanned(message);
    await enqueue(inserted);
  };

  const receive: ReceiveContact = async (fields) => {
    const receivedAt = new Date();
    const message: ContactMessage = {
      _id: contactId(fields, receivedAt),
      ...outboxOf([]),
      ...fields,
      receivedAt,
      state: 'new',
      replyCount: 0,
      mailDue: true,
    };
    if (await messages.insert(message)) await planMails(message);
  };
  return {
    receive,
    planMails,
    /** Adds the ledger rows that a dead process left out. */
    async planMissing(): Promise<void> {
      for (const message of await messages.findMailDue(MAX_PLANNED)) await planMails(message);
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
