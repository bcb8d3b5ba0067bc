import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { CONTACT_MESSAGES, type ContactMessage } from './contact-collection.ts';

export interface ContactStore {
  /** Resolves with false when it exists already. */
  insert(message: ContactMessage): Promise<boolean>;
  find(id: string): Promise<ContactMessage | null>;
  findMailDue(limit: number): Promise<ContactMessage[]>;
  mailPlanned(id: string): Promise<void>;
  /** The messages that name this address as the sender's, in any case. */
  listFrom(address: string): Promise<ContactMessage[]>;
  removeFrom(address: string): Promise<void>;
  removeReceivedBefore(before: Date): Promise<void>;
}

const isFrom = (address: string) => ({
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
    find: (id) => messages.findOne({ _id: id }).exec(),
    findMailDue: (limit) => messages.find({ mailDue: true }).limit(limit).exec(),
    async mailPlanned(id) {
      await messages.updateOne({ _id: id }, { $unset: { mailDue: '' } });
    },
    listFrom: (address) => messages.find(isFrom(address)).sort({ receivedAt: 1 }).exec(),
    async removeFrom(address) {
      await messages.deleteMany(isFrom(address));
    },
    async removeReceivedBefore(before) {
      await messages.deleteMany({ receivedAt: { $lt: before }, mailDue: { $exists: false } });
    },
  };
}
