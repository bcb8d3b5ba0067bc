import type { Connection } from 'mongoose';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { lastId, nextId, reserveIds } from '@vidhi/service-kit/counters.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { STAFF_ID_BASE, type User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

/** Omitted instead of null, so that the sparse unique indexes ignore accounts without one. */
interface UserDocument extends OutboxDocument<number>, Omit<User, 'id' | 'email' | 'username' | 'rev'> {
  email?: string;
  username?: string;
}

export const USERS_COLLECTION = 'users';
const STAFF_ROLES = [ROLE.editor, ROLE.administrator];
const STAFF_COUNTER = 'staff';
const USER_COUNTER = 'users';
/** The highest revision of removed accounts, so that a new one with the same id continues from there. */
const REVISION_COUNTER = 'users-revision';

/** Unique keys; must have run before the first write. */
export async function createUserIndexes(connection: Connection): Promise<void> {
  const users = connection.collection<UserDocument>(USERS_COLLECTION);
  await users.createIndex({ email: 1 }, { unique: true, sparse: true });
  await users.createIndex({ username: 1 }, { unique: true, sparse: true });
  await reserveIds(connection, STAFF_COUNTER, STAFF_ID_BASE);
}

const toUser = (found: UserDocument): User => ({
  id: found._id,
  username: found.username ?? null,
  email: found.email ?? null,
  provider: found.provider,
  confirmed: found.confirmed,
  blocked: found.blocked,
  first_name: found.first_name,
  last_name: found.last_name,
  mobile: found.mobile,
  role: found.role,
  passwordHash: found.passwordHash,
  tokenVersion: found.tokenVersion,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  rev: found.rev,
  edited: found.edited,
  importHash: found.importHash,
});

/** The account in a document with its outbox. */
export const storedUser = (document: OutboxDocument<number>): User => toUser(document as UserDocument);

function toFields({ id: _id, email, username, ...rest }: User): Omit<UserDocument, '_id' | 'outbox'> {
  return { ...rest, ...(email === null ? {} : { email }), ...(username === null ? {} : { username }) };
}

/**
 * Accounts in Mongo: one document each, with the outbox of its events.
 * @param onWritten called with the id after each write that added an event.
 */
export function mongoUserRepository(
  connection: Connection,
  onWritten: (id: number) => void = () => undefined,
): UserRepository {
  const users = connection.collection<UserDocument>(USERS_COLLECTION);
  const findOne = async (filter: { _id: number } | { email: string } | { username: string }) => {
    const found = await users.findOne(filter, { projection: { outbox: 0 } });
    return found === null ? null : toUser(found);
  };
  return {
    findById: (id) => findOne({ _id: id }),
    findByEmail: (email) => findOne({ email }),
    findByUsername: (username) => findOne({ username }),
    async insert(user, fact) {
      try {
        await users.insertOne({
          _id: user.id,
          ...toFields(user),
          outbox: [fact],
          outboxDue: new Date(fact.occurredAt),
        });
      } catch (error) {
        if (isDuplicateKey(error)) return 'taken';
        throw error;
      }
      onWritten(user.id);
      return 'written';
    },
    async update(user, fact) {
      const unset = {
        ...(user.email === null ? { email: '' as const } : {}),
        ...(user.username === null ? { username: '' as const } : {}),
      };
      try {
        const { matchedCount } = await users.updateOne(
          { _id: user.id, rev: user.rev - 1 },
          {
            $set: { ...toFields(user), outboxDue: new Date(fact.occurredAt) },
            $push: { outbox: fact },
            ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }),
          },
        );
        if (matchedCount === 0) return 'changed-meanwhile';
      } catch (error) {
        if (isDuplicateKey(error)) return 'taken';
        throw error;
      }
      onWritten(user.id);
      return 'written';
    },
    async strengthenHash(id, from, to) {
      await users.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
    },
    nextStaffId: () => nextId(connection, STAFF_COUNTER),
    reserveIds: (used) => reserveIds(connection, USER_COUNTER, used),
    firstRevision: async () => 1 + (await lastId(connection, REVISION_COUNTER)),
    count: () => users.countDocuments({}),
    async removeImported() {
      const filter = { importHash: { $ne: null }, role: { $nin: STAFF_ROLES } };
      const [highest] = await users
        .find(filter, { projection: { rev: 1 } })
        .sort({ rev: -1 })
        .limit(1)
        .toArray();
      if (highest === undefined) return;
      await reserveIds(connection, REVISION_COUNTER, highest.rev);
      await users.deleteMany(filter);
    },
  };
}
