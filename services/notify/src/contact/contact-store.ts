import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import type { ContactMessage } from './contact-message.ts';

export interface ContactStore {
  /** False when it is there already. */
  insert(message: ContactMessage): Promise<boolean>;
  find(id: string): Promise<ContactMessage | null>;
  findMailDue(limit: number): Promise<ContactMessage[]>;
  mailPlanned(id: string): Promise<void>;
  removeReceivedBefore(before: Date): Promise<void>;
}

const COLLECTION = 'contact_messages';

export async function createContactIndexes(connection: Connection): Promise<void> {
  const messages = connection.collection<ContactMessage>(COLLECTION);
  await messages.createIndex({ mailDue: 1 }, { sparse: true });
  await messages.createIndex({ receivedAt: 1 });
}

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
    async removeReceivedBefore(before) {
      await messages.deleteMany({ receivedAt: { $lt: before }, mailDue: { $exists: false } });
    },
  };
}
