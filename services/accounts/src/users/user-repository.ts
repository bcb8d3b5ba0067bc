import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { CustomerSearch, FoundCustomers } from '../customers/customer-search.ts';
import type { User } from './user.ts';

/** Why an account could not be written: a conflict with another account, or a concurrent change. */
export type WriteOutcome = 'written' | 'taken' | 'changed-meanwhile';

export interface UserRepository {
  findById(id: number): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  findByUsername(username: string): Promise<User | null>;
  /** Finds the account for which a mail was requested; null when the request is unknown or long past. */
  findByMailRequest(requestId: string): Promise<User | null>;
  /** The account that a link with this token was mailed to. The token may be spent: see the account's requests. */
  findByTokenHash(tokenHash: string): Promise<User | null>;
  /**
   * Inserts an account with its events in one write. `taken`: its id, e-mail or username belongs to another
   * account.
   */
  insert(user: User, ...events: OutboxEntry[]): Promise<WriteOutcome>;
  /**
   * Writes revision `user.rev` over the previous one, with its events, in one write. The events of an erased account
   * replace the former ones.
   */
  update(user: User, ...events: OutboxEntry[]): Promise<WriteOutcome>;
  /** Replaces a hash by a stronger one of the same password; no new revision, as there is no event. */
  strengthenHash(id: number, from: string, to: string): Promise<void>;
  /** A new unique id for somebody who registers. */
  nextId(): Promise<number>;
  /** A new unique id for a staff account. */
  nextStaffId(): Promise<number>;
  /** Reserves ids up to `used`. */
  reserveIds(used: number): Promise<void>;
  /** First revision of new accounts: above those of all removed accounts. */
  firstRevision(): Promise<number>;
  /** Removes imported accounts, except those that have become staff. */
  removeImported(): Promise<void>;
  /** Accounts of staff, by id. */
  listStaff(): Promise<User[]>;
  /** Accounts that are neither staff's nor erased. */
  listCustomers(search: CustomerSearch): Promise<FoundCustomers>;
  /** Resolves with whether another administrator than this one can log in and is not being removed. */
  hasAdministratorBesides(id: number): Promise<boolean>;
  count(): Promise<number>;
  /** Removes what finds the account of mail requests that were made before this time. */
  forgetMailRequests(before: Date): Promise<void>;
}
