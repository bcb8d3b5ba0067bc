import type { Connection } from 'mongoose';
import { OUTBOX_SETTLED, WITHOUT_OUTBOX } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CONTACT_MESSAGES, type ContactMessage } from './contact-collection.ts';

export interface ContactStore {
  /** Resolves with false when it exists already. */
  insert(message: ContactMessage): Promise<boolean>;
  find(id: string): Promise<ContactMessage | null>;
  findMailDue(limit: number): Promise<ContactMessage[]>;
  /** Records that the message and the replies that it had when it was read have their ledger rows. */
  mailPlanned(read: Pick<ContactMessage, '_id' | 'replyCount'>): Promise<void>;
  /** The messages that name this address as the sender's, in any case. */
  listFrom(address: string): Promise<ContactMessage[]>;
  /** Deletes their content at once, and the rest when nothing of it waits for the audit log. */
  removeFrom(address: string): Promise<void>;
  removeReceivedBefore(before: Date): Promise<void>;
}

const NOT_ERASED = { erasedAt: { $exists: false } };

/** Gives messages of earlier versions the fields of the inbox; repeatable. */
export async function prepareContactMessages(connection: Connection): Promise<void> {
  await modelOf(connection, CONTACT_MESSAGES).updateMany(
    { state: { $exists: false } },
    { $set: { state: 'new', replyCount: 0, rev: 0 } },
  );
}

/** Filter of documents whose `email` is this address, in any case. */
export const isFrom = (address: string) => ({
  email: { $regex: `^${address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, $options: 'i' },
});

export function mongoContactStore(connection: Connection): ContactStore {
  const messages = modelOf(connection, CONTACT_MESSAGES);
  return {
    async insert(message) {
      try {
        await messages.insertOne(message);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    find: (id) => messages.findOne({ _id: id, ...NOT_ERASED }, WITHOUT_OUTBOX).exec(),
    findMailDue: (limit) => messages.find({ mailDue: true }, WITHOUT_OUTBOX).limit(limit).exec(),
    async mailPlanned({ _id, replyCount }) {
      await messages.updateOne({ _id, replyCount }, { $unset: { mailDue: '' } });
    },
    listFrom: (address) => messages.find(isFrom(address), WITHOUT_OUTBOX).sort({ receivedAt: 1 }).exec(),
    async removeFrom(address) {
      await messages.updateMany(isFrom(address), {
        $set: { name: '', email: '', subject: '', message: '', erasedAt: new Date() },
        $unset: { replies: '', mailDue: '' },
      });
      await messages.deleteMany({ erasedAt: { $exists: true }, ...OUTBOX_SETTLED });
    },
    async removeReceivedBefore(before) {
      await messages.deleteMany({
        receivedAt: { $lt: before },
        mailDue: { $exists: false },
        ...OUTBOX_SETTLED,
      });
      await messages.deleteMany({ erasedAt: { $exists: true }, ...OUTBOX_SETTLED });
    },
  };
}
