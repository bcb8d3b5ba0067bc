/**
 * `collections/` declares collections that several services have: users (this file), and the check for revoked tokens
 * that their versions allow (`current-tokens.ts`).
 */
import type { UserPayload } from '@vidhi/contracts/events.ts';
import { defineCollection } from '@vidhi/content-engine';
import type { ModelChange } from '../live/live-model.ts';

/**
 * Copies of the users that accounts publishes: the names of authors and owners of profiles, and what is in no response:
 * the token version, whether the e-mail address is confirmed, and whether the account is blocked.
 */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  draftAndPublish: false,
  timestamps: false,
  attributes: {
    first_name: { type: 'string' },
    last_name: { type: 'string' },
    token_version: { type: 'integer', private: true },
    confirmed: { type: 'boolean', private: true },
    blocked: { type: 'boolean', private: true },
  },
});

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
