import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { User } from './user.ts';

/** Why an account could not be written: who has what it wants, or that it changed meanwhile. */
export type WriteOutcome = 'written' | 'taken' | 'changed-meanwhile';

export interface UserRepository {
  findById(id: number): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  findByUsername(username: string): Promise<User | null>;
  /** Adds an account with its fact in one write. `taken`: its id, e-mail or username is somebody's. */
  insert(user: User, fact: OutboxEntry): Promise<WriteOutcome>;
  /** Writes revision `user.rev` over the one before it, with its fact, in one write. */
  update(user: User, fact: OutboxEntry): Promise<WriteOutcome>;
  /** Replaces a hash by a stronger one of the same password; no new revision, as nobody else learns of it. */
  strengthenHash(id: number, from: string, to: string): Promise<void>;
  /** An id for an account of staff, never given out before. */
  nextStaffId(): Promise<number>;
  /** Makes sure that ids up to `used` are never given to new accounts. */
  reserveIds(used: number): Promise<void>;
  /** Where the revisions of new accounts begin: beyond those of every account that was removed. */
  firstRevision(): Promise<number>;
  /** Removes what archives brought, apart from whoever became staff since. */
  removeImported(): Promise<void>;
  count(): Promise<number>;
}
