import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Number of pictures that a registration ticket allows: a portrait and a gallery. */
export const TICKET_UPLOADS = 12;

/** Counts the pictures that are stored under each registration ticket. */
export interface UploadAllowance {
  /** Takes one of the ticket's pictures; false when none is left. */
  take(ticket: { ticketId: string; expiresAt: number }): Promise<boolean>;
  removeExpired(now: Date): Promise<void>;
}

export const TICKET_USES = storedCollection('ticket_uploads', {
  _id: required(String),
  used: required(Number),
  expiresAt: required(Date),
});

export function mongoUploadAllowance(connection: Connection): UploadAllowance {
  const tickets = modelOf(connection, TICKET_USES);
  return {
    async take({ ticketId, expiresAt }) {
      try {
        const taken = await tickets.updateOne(
          { _id: ticketId, used: { $lt: TICKET_UPLOADS } },
          { $inc: { used: 1 }, $set: { expiresAt: new Date(expiresAt * 1000) } },
          { upsert: true },
        );
        return taken.matchedCount + taken.upsertedCount === 1;
      } catch (error) {
        // The filter does not match a ticket that is used up, whose insertion then fails; so does one of two first uploads.
        if (!isDuplicateKey(error)) throw error;
        const again = await tickets.updateOne(
          { _id: ticketId, used: { $lt: TICKET_UPLOADS } },
          { $inc: { used: 1 } },
        );
        return again.matchedCount === 1;
      }
    },
    async removeExpired(now) {
      await tickets.deleteMany({ expiresAt: { $lt: now } });
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryUploadAllowance(): UploadAllowance {
  const used = new Map<string, number>();
  return {
    async take({ ticketId }) {
      const count = used.get(ticketId) ?? 0;
      if (count >= TICKET_UPLOADS) return false;
      used.set(ticketId, count + 1);
      return true;
    },
    removeExpired: async () => used.clear(),
  };
}
