import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { readArchivedUser } from './archived-user.ts';
import type { UserEvents } from './user-events.ts';
import { changeUser, isStaffAccount, type User } from './user.ts';
import type { UserRepository } from './user-repository.ts';

type ItemOutcome = 'imported' | 'unchanged' | { reason: string };

/** A dry run writes nothing, and counts the accounts that would be written as imported. */
export type ImportUsers = (items: readonly StoredDocument[], dryRun?: boolean) => Promise<ImportOutcome>;

/** Why an existing account must not be changed; null when the archive may update it. */
function reasonToKeep(existing: User): string | null {
  if (isStaffAccount(existing)) return 'the id belongs to an account of staff';
  if (existing.importHash === null) return 'the id belongs to an account made here';
  return existing.edited ? 'changed here since it was imported' : null;
}

/** Imports accounts of an archive. Idempotent: repeated ones are reported as unchanged. */
export function createImportUsers(dependencies: {
  users: UserRepository;
  userEvents: UserEvents;
  now?: () => Date;
}): ImportUsers {
  const { users, userEvents, now = () => new Date() } = dependencies;

  const CHANGED = 'it was changed while it was being imported';

  /** Resolves with why the address or name of an account cannot be used; null when they are free. */
  async function findClash({ id, email, username }: User): Promise<string | null> {
    const [byEmail, byUsername] = await Promise.all([
      email === null ? null : users.findByEmail(email),
      username === null ? null : users.findByUsername(username),
    ]);
    if (byEmail !== null && byEmail.id !== id) return `the e-mail address belongs to user ${byEmail.id}`;
    if (byUsername !== null && byUsername.id !== id) return `the username belongs to user ${byUsername.id}`;
    return null;
  }

  async function write(archived: User, existing: User | null): Promise<'written' | { reason: string }> {
    const at = now();
    const outcome =
      existing === null
        ? await users.insert(archived, userEvents.registered(archived, at))
        : await renew(archived, existing, at);
    return outcome === 'written' ? 'written' : { reason: (await findClash(archived)) ?? CHANGED };
  }

  async function renew(archived: User, existing: User, at: Date) {
    const { id: _id, createdAt, updatedAt, rev: _rev, tokenVersion: _version, ...renewable } = archived;
    const { mailRequests: _mails, registration: _registration, consents: _consents, ...patch } = renewable;
    const renewed = { ...changeUser(existing, patch, at), createdAt, updatedAt };
    return users.update(renewed, userEvents.updated(renewed, at));
  }

  /** Writes the account; with null for the revision, only checks whether it could be written. */
  async function importOne(item: StoredDocument, firstRevision: number | null): Promise<ItemOutcome> {
    const read = readArchivedUser(item, now());
    if ('reason' in read) return { reason: read.reason };
    const existing = await users.findById(read.user.id);
    if (existing !== null) {
      const reason = reasonToKeep(existing);
      if (reason !== null) return { reason };
      if (existing.importHash === read.user.importHash) return 'unchanged';
    }
    if (firstRevision === null) {
      const reason = await findClash(read.user);
      return reason === null ? 'imported' : { reason };
    }
    const written = await write({ ...read.user, rev: firstRevision }, existing);
    return written === 'written' ? 'imported' : written;
  }

  return async (items, dryRun = false) => {
    const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
    const highest = items.reduce((most, { id }) => (Number.isInteger(id) && id > most ? id : most), 0);
    if (highest > 0 && !dryRun) await users.reserveIds(highest);
    const firstRevision = dryRun ? null : await users.firstRevision();
    for (const item of items) {
      const result = await importOne(item, firstRevision);
      if (typeof result === 'object') outcome.skipped.push({ id: item.id, reason: result.reason });
      else outcome[result] += 1;
    }
    return outcome;
  };
}
