import type { Connection } from 'mongoose';
import { UserRegistered, UserUpdated, eventsByType, type UserPayload } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

export const ACCOUNTS = storedCollection(
  'accounts',
  { _id: required(Number), tokenVersion: required(Number), isErased: required(Boolean) },
  [{ fields: { isErased: 1 } }],
);

export const USER_EVENTS = eventsByType([UserRegistered, UserUpdated]);

/** The accounts that this service knows from events. */
export interface AccountStore {
  /** Stores an event of an account; an older one than a stored one changes nothing. */
  handle: Handle;
  /** False for a token that was revoked. One of an unknown account counts as current: it expires within minutes. */
  isCurrent: IsCurrent;
  listErased(): Promise<number[]>;
}

export function mongoAccountStore(connection: Connection): AccountStore {
  const accounts = modelOf(connection, ACCOUNTS);
  return {
    async handle({ data }) {
      const { id, tokenVersion = 0, erased = false } = data as UserPayload;
      await accounts.updateOne({ _id: id }, { $max: { tokenVersion, isErased: erased } }, { upsert: true });
      return 'applied';
    },
    async isCurrent({ userId, tokenVersion }) {
      const account = await accounts.findOne({ _id: userId });
      return account === null || tokenVersion >= account.tokenVersion;
    },
    async listErased() {
      const erased = await accounts.find({ isErased: true }, { _id: 1 });
      return erased.map(({ _id }) => _id);
    },
  };
}
