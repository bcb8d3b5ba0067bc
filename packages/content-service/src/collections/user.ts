/**
 * `collections/` is about a collection that several services copy: changes of users (this file), and the check for revoked
 * tokens that their versions allow (`current-tokens.ts`).
 */
import type { UserPayload } from '@vidhi/contracts/events.ts';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import type { ModelChange } from '../live/live-model.ts';

/** Converts a user event to a change of the model. */
export const toUserChange = (user: UserPayload): ModelChange => {
  const { id, rev, first_name, last_name, tokenVersion, confirmed, blocked } = user;
  return {
    kind: 'put',
    name: userCollection.name,
    doc: {
      id,
      first_name,
      last_name,
      token_version: tokenVersion ?? null,
      confirmed: confirmed ?? null,
      blocked: blocked ?? null,
    },
    rev,
  };
};
