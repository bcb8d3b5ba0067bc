import type { Connection } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';

/** Number of pictures that a registration ticket allows: a portrait and a gallery. */
export const TICKET_UPLOADS = 12;

/** Counts the pictures that are stored under each registration ticket. */
export interface UploadAllowance {
  /** Takes one of the ticket's pictures; false when none is left. */
  take(ticket: { ticketId: string; expiresAt: number }): Promise<boolean>;
  removeExpired(now: Date): Promise<void>;
}

interface AllowanceDocument {
  _id: string;
  used: number;
  expiresAt: Date;
}

export function mongoUploadAllowance(connection: Connection): UploadAllowance {
  const tickets = connection.collection<AllowanceDocument>('ticket_uploads');
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
