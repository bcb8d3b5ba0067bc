import type { Connection } from 'mongoose';
import { MailRequested } from '@vidhi/contracts/events.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import {
  outboxOf,
  withEntries,
  withOnlyEntries,
  type OutboxDocument,
} from '@vidhi/outbox/outbox-document.ts';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { lastId, nextId, reserveIds } from '@vidhi/service-kit/counters.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { customerFilter, customerOrder } from '../customers/mongo-customers.ts';
import { STAFF_ID_BASE, type User } from './user.ts';
import { MAIL_REQUESTS, USERS, type UserDocument } from './user-collection.ts';
import type { UserRepository } from './user-repository.ts';

const STAFF_ROLES = [ROLE.editor, ROLE.administrator];
const STAFF_COUNTER = 'staff';
const USER_COUNTER = 'users';
/** The highest revision of removed accounts, so that a new one with the same id continues from there. */
const REVISION_COUNTER = 'users-revision';

/** Ids of staff begin far above those of others; must have run before the first write. */
export const reserveStaffIds = (connection: Connection): Promise<void> =>
  reserveIds(connection, STAFF_COUNTER, STAFF_ID_BASE);

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
  // Editors of older releases have what their role allowed then.
  ...(found.role === ROLE.editor ? { desks: found.desks ?? EDITOR_DESKS } : {}),
  passwordHash: found.passwordHash,
  tokenVersion: found.tokenVersion,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  rev: found.rev,
  edited: found.edited,
  importHash: found.importHash,
  // Absent in documents of older releases, whose requests have no version.
  mailRequests: (found.mailRequests ?? []).map((request) => ({
    tokenVersion: found.tokenVersion,
    ...request,
  })),
  registration: found.registration ?? null,
  consents: found.consents ?? [],
  ...(found.stepsDown === undefined ? {} : { stepsDown: found.stepsDown }),
  ...(found.secondStep === undefined ? {} : { secondStep: found.secondStep }),
  ...(found.erasedAt === undefined ? {} : { erasedAt: found.erasedAt }),
});

/** Returns the account in a document with its outbox. */
export const storedUser = (document: OutboxDocument<number>): User => toUser(document as UserDocument);

function toFields({ id: _id, email, username, desks, mailRequests, consents, ...rest }: User) {
  return {
    ...rest,
    ...(desks === undefined ? {} : { desks: [...desks] }),
    mailRequests: [...mailRequests],
    consents: [...consents],
    ...(email === null ? {} : { email }),
    ...(username === null ? {} : { username }),
  };
}

/**
 * Accounts in Mongo: one document each, with the outbox of its events.
 * @param onWritten called with the id after each write that added an event.
 */
export function mongoUserRepository(
  connection: Connection,
  onWritten: (id: number) => void = () => undefined,
): UserRepository {
  const users = modelOf(connection, USERS);
  const requests = modelOf(connection, MAIL_REQUESTS);
  const findOne = async (filter: { _id: number } | { email: string } | { username: string }) => {
    const found = await users.findOne(filter, { outbox: 0 });
    return found === null ? null : toUser(found);
  };
  /**
   * Makes the requests of these events findable, before the write of the account that makes them true: one whose account
   * was not written finds an account that does not have it.
   */
  async function addRequests({ id, mailRequests }: User, events: readonly OutboxEntry[]): Promise<void> {
    const added = new Set(
      events
        .filter(({ type }) => type === MailRequested.type)
        .map(({ data }) => (data as { requestId: string }).requestId),
    );
    for (const { requestId, tokenHash, requestedAt } of mailRequests) {
      if (!added.has(requestId)) continue;
      const found = {
        userId: id,
        requestedAt: new Date(requestedAt),
        ...(tokenHash === null ? {} : { tokenHash }),
      };
      await requests.updateOne({ _id: requestId }, { $set: found }, { upsert: true });
    }
  }
  return {
    findById: (id) => findOne({ _id: id }),
    findByEmail: (email) => findOne({ email }),
    findByUsername: (username) => findOne({ username }),
    async findByMailRequest(requestId) {
      const found = await requests.findOne({ _id: requestId });
      return found === null ? null : findOne({ _id: found.userId });
    },
    async findByTokenHash(tokenHash) {
      const found = await requests.findOne({ tokenHash });
      return found === null ? null : findOne({ _id: found.userId });
    },
    async insert(user, ...events) {
      await addRequests(user, events);
      failPoint('accounts.mail-requests-stored');
      try {
        await users.insertOne({ _id: user.id, ...outboxOf(events), ...toFields(user) });
      } catch (error) {
        if (isDuplicateKey(error)) return 'taken';
        throw error;
      }
      failPoint('accounts.account-stored');
      onWritten(user.id);
      return 'written';
    },
    async update(user, ...events) {
      const unset = {
        ...(user.email === null ? { email: '' as const } : {}),
        ...(user.username === null ? { username: '' as const } : {}),
      };
      await addRequests(user, events);
      // Former events contain the person's names, and the mails that they request are void.
      const withEvents = user.erasedAt === undefined ? withEntries : withOnlyEntries;
      try {
        const { matchedCount } = await users.updateOne(
          { _id: user.id, rev: user.rev - 1 },
          withEvents<UserDocument>(
            { $set: toFields(user), ...(Object.keys(unset).length === 0 ? {} : { $unset: unset }) },
            events,
          ),
        );
        if (matchedCount === 0) return 'changed-meanwhile';
      } catch (error) {
        if (isDuplicateKey(error)) return 'taken';
        throw error;
      }
      failPoint('accounts.change-stored');
      onWritten(user.id);
      return 'written';
    },
    async strengthenHash(id, from, to) {
      await users.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
    },
    nextId: () => nextId(connection, USER_COUNTER),
    nextStaffId: () => nextId(connection, STAFF_COUNTER),
    reserveIds: (used) => reserveIds(connection, USER_COUNTER, used),
    firstRevision: async () => 1 + (await lastId(connection, REVISION_COUNTER)),
    async forgetMailRequests(before) {
      await requests.deleteMany({ requestedAt: { $lt: before } });
    },
    async listStaff() {
      const found = await users.find({ role: { $in: STAFF_ROLES } }, { outbox: 0 }).sort({ _id: 1 });
      return found.map(toUser);
    },
    async listCustomers(search) {
      const filter = customerFilter(search);
      const [found, total] = await Promise.all([
        users.find(filter, { outbox: 0 }).sort(customerOrder(search)).skip(search.skip).limit(search.limit),
        users.countDocuments(filter).exec(),
      ]);
      return { users: found.map(toUser), total };
    },
    async hasAdministratorBesides(id) {
      const active = { role: ROLE.administrator, blocked: false, passwordHash: { $ne: null } };
      const filter = { ...active, stepsDown: { $ne: true }, _id: { $ne: id } };
      return (await users.findOne(filter, { _id: 1 })) !== null;
    },
    count: () => users.countDocuments({}).exec(),
    async removeImported() {
      const filter = { importHash: { $ne: null }, role: { $nin: STAFF_ROLES } };
      const [highest] = await users.find(filter, { rev: 1 }).sort({ rev: -1 }).limit(1);
      if (highest === undefined) return;
      await reserveIds(connection, REVISION_COUNTER, highest.rev);
      await users.deleteMany(filter);
    },
  };
}
