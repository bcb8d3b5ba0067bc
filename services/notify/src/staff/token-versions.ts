import type { Connection } from 'mongoose';
import { UserRegistered, UserUpdated, eventsByType, type UserPayload } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import type { IsCurrent } from '@vidhi/service-kit/auth.ts';
import { modelOf, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** The token version of each account, of which lower ones are revoked. */
export const TOKEN_VERSIONS = storedCollection('token_versions', {
  _id: required(Number),
  tokenVersion: required(Number),
});

export const USER_EVENTS = eventsByType([UserRegistered, UserUpdated]);

/** The copy of the token versions, from events of accounts. */
export function mongoTokenVersions(connection: Connection): { handle: Handle; isCurrent: IsCurrent } {
  const versions = modelOf(connection, TOKEN_VERSIONS);
  return {
    async handle({ data }) {
      const { id, tokenVersion = 0 } = data as UserPayload;
      await versions.updateOne({ _id: id }, { $max: { tokenVersion } }, { upsert: true });
      return 'applied';
    },
    // A token of an unknown account counts as current: it expires within minutes.
    async isCurrent({ userId, tokenVersion }) {
      const account = await versions.findOne({ _id: userId });
      return account === null || tokenVersion >= account.tokenVersion;
    },
  };
}
