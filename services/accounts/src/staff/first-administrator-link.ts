import type { Connection } from 'mongoose';
import { modelOf, oneOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** The link by which somebody on the machine of a fresh site makes its first administrator: one, or none. */
export const FIRST_ADMINISTRATOR_LINK = storedCollection('first_administrator_link', {
  _id: oneOf(['link']),
  tokenHash: required(String),
  expiresAt: required(Date),
});

export interface FirstAdministratorLink {
  /** Replaces the former link, which is void. */
  replace(link: { tokenHash: string; expiresAt: Date }): Promise<void>;
  isValid(tokenHash: string, at: Date): Promise<boolean>;
  /** Removes the link. Resolves with whether it was there: of several calls at the same time, for one. */
  use(tokenHash: string, at: Date): Promise<boolean>;
}

export function mongoFirstAdministratorLink(connection: Connection): FirstAdministratorLink {
  const links = modelOf(connection, FIRST_ADMINISTRATOR_LINK);
  const valid = (tokenHash: string, at: Date) => ({
    _id: 'link' as const,
    tokenHash,
    expiresAt: { $gt: at },
  });
  return {
    async replace(link) {
      await links.updateOne({ _id: 'link' }, { $set: link }, { upsert: true });
    },
    isValid: async (tokenHash, at) => (await links.findOne(valid(tokenHash, at), { _id: 1 })) !== null,
    async use(tokenHash, at) {
      const { deletedCount } = await links.deleteOne(valid(tokenHash, at));
      return deletedCount === 1;
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryFirstAdministratorLink(): FirstAdministratorLink {
  let stored: { tokenHash: string; expiresAt: Date } | null = null;
  const isStored = (tokenHash: string, at: Date): boolean =>
    stored !== null && stored.tokenHash === tokenHash && stored.expiresAt > at;
  return {
    async replace(link) {
      stored = link;
    },
    isValid: async (tokenHash, at) => isStored(tokenHash, at),
    async use(tokenHash, at) {
      if (!isStored(tokenHash, at)) return false;
      stored = null;
      return true;
    },
  };
}
