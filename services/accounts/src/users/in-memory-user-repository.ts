import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { AuditRecorded } from '@vidhi/contracts/events.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import { searchUsers } from '../customers/customer-search.ts';
import { STAFF_ID_BASE, isStaffAccount, type User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

export interface InMemoryUsers extends UserRepository {
  /** Those of the audit log are in `audited`. */
  readonly events: OutboxEntry[];
  readonly audited: AuditFact[];
  all(): User[];
}

/** Creates an in-memory implementation for tests. */
export function inMemoryUsers(initial: readonly User[] = []): InMemoryUsers {
  const users = new Map(initial.map((user) => [user.id, user]));
  const events: OutboxEntry[] = [];
  const audited: AuditFact[] = [];
  const add = (added: readonly OutboxEntry[]): void => {
    for (const event of added)
      if (event.type === AuditRecorded.type) audited.push(event.data as AuditFact);
      else events.push(event);
  };
  let id = 0;
  let staffId = STAFF_ID_BASE;
  let removedRevision = 0;
  const find = (matches: (user: User) => boolean) => [...users.values()].find(matches) ?? null;
  const isTaken = ({ id, email, username }: User): boolean =>
    find(
      (other) =>
        other.id !== id &&
        ((email !== null && other.email === email) || (username !== null && other.username === username)),
    ) !== null;
  return {
    events,
    audited,
    all: () => [...users.values()],
    findById: async (id) => users.get(id) ?? null,
    findByEmail: async (email) => find((user) => user.email === email),
    findByUsername: async (username) => find((user) => user.username === username),
    findByMailRequest: async (requestId) =>
      find(({ mailRequests }) => mailRequests.some((request) => request.requestId === requestId)),
    findByTokenHash: async (tokenHash) =>
      find(({ mailRequests }) => mailRequests.some((request) => request.tokenHash === tokenHash)),
    async insert(user, ...added) {
      if (users.has(user.id) || isTaken(user)) return 'taken';
      users.set(user.id, user);
      add(added);
      return 'written';
    },
    async update(user, ...added) {
      if (users.get(user.id)?.rev !== user.rev - 1) return 'changed-meanwhile';
      if (isTaken(user)) return 'taken';
      users.set(user.id, user);
      add(added);
      return 'written';
    },
    async strengthenHash(id, from, to) {
      const user = users.get(id);
      if (user?.passwordHash === from) users.set(id, { ...user, passwordHash: to });
    },
    async nextId() {
      do id += 1;
      while (users.has(id));
      return id;
    },
    nextStaffId: async () => (staffId += 1),
    reserveIds: async () => undefined,
    firstRevision: async () => removedRevision + 1,
    forgetMailRequests: async () => undefined,
    listStaff: async () => [...users.values()].filter(isStaffAccount).toSorted((a, b) => a.id - b.id),
    listCustomers: async (search) => searchUsers([...users.values()], search),
    hasAdministratorBesides: async (id) =>
      [...users.values()].some(
        (user) =>
          user.id !== id &&
          user.role === ROLE.administrator &&
          !user.blocked &&
          user.passwordHash !== null &&
          user.stepsDown !== true,
      ),
    count: async () => users.size,
    async removeImported() {
      for (const user of users.values()) {
        if (user.importHash === null || isStaffAccount(user)) continue;
        removedRevision = Math.max(removedRevision, user.rev);
        users.delete(user.id);
      }
    },
  };
}
