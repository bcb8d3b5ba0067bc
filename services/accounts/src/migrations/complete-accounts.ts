import type { Connection } from 'mongoose';
import type { Migration } from '@vidhi/service-kit/migrations.ts';

const COLLECTION = 'users';

/** Attributes that accounts of the first releases lack, with the value that their absence means. */
const ABSENT_MEANS = { mailRequests: [], registration: null, consents: [] } as const;

const usersOf = (connection: Connection) => connection.collection(COLLECTION);

/**
 * Stores what the absence of an attribute meant, so that a later release need not know it. No event: nothing changes for
 * others.
 */
export const completeAccounts: Migration = {
  id: 1,
  name: 'complete-accounts',
  count: (connection) =>
    usersOf(connection).countDocuments({
      $or: Object.keys(ABSENT_MEANS).map((name) => ({ [name]: { $exists: false } })),
    }),
  async apply(connection) {
    for (const [name, value] of Object.entries(ABSENT_MEANS))
      await usersOf(connection).updateMany({ [name]: { $exists: false } }, { $set: { [name]: value } });
  },
};
