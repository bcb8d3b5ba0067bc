import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { ContactMessage } from './contact-message.ts';

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

const COLLECTION = 'contact_messages';

export async function createContactIndexes(connection: Connection): Promise<void> {
  const messages = connection.collection<ContactMessage>(COLLECTION);
  await messages.createIndex({ mailDue: 1 }, { sparse: true });
  await messages.createIndex({ receivedAt: 1 });
}

const isFrom = (address: string) => ({
  email: { $regex: `^${address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, $options: 'i' },
});

export function mongoContactStore(connection: Connection): ContactStore {
  const messages = connection.collection<ContactMessage>(COLLECTION);
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
    find: (id) => messages.findOne({ _id: id }),
    findMailDue: (limit) => messages.find({ mailDue: true }).limit(limit).toArray(),
    async mailPlanned(id) {
      await messages.updateOne({ _id: id }, { $unset: { mailDue: '' } });
    },
    listFrom: (address) => messages.find(isFrom(address)).sort({ receivedAt: 1 }).toArray(),
    async removeFrom(address) {
      await messages.deleteMany(isFrom(address));
    },
    async removeReceivedBefore(before) {
      await messages.deleteMany({ receivedAt: { $lt: before }, mailDue: { $exists: false } });
    },
  };
}
