import type { Connection } from 'mongoose';
import type { UserPayload } from '@vidhi/contracts/events.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';

interface Account {
  _id: number;
  tokenVersion: number;
  isErased: boolean;
}

/** The accounts that this service knows from events. */
export interface AccountStore {
  /** Stores an event of an account; an older one than a stored one changes nothing. */
  note(user: UserPayload): Promise<void>;
  /** False for a token that was revoked. One of an unknown account counts as current: it expires within minutes. */
  isCurrent: IsCurrent;
  listErased(): Promise<number[]>;
}

export async function createAccountIndexes(connection: Connection): Promise<void> {
  await connection.collection<Account>('accounts').createIndex({ isErased: 1 });
}

export function mongoAccountStore(connection: Connection): AccountStore {
  const accounts = connection.collection<Account>('accounts');
  return {
    async note({ id, tokenVersion = 0, erased = false }) {
      await accounts.updateOne({ _id: id }, { $max: { tokenVersion, isErased: erased } }, { upsert: true });
    },
    async isCurrent({ userId, tokenVersion }) {
      const account = await accounts.findOne({ _id: userId });
      return account === null || tokenVersion >= account.tokenVersion;
    },
    async listErased() {
      const erased = await accounts.find({ isErased: true }, { projection: { _id: 1 } }).toArray();
      return erased.map(({ _id }) => _id);
    },
  };
}
