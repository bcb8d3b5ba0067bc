import { defineCollection } from '../declaration.ts';

/**
 * Users as accounts publishes them to other services: the names of authors and owners of profiles, and what is in no response:
 * the token version, whether the e-mail address is confirmed, and whether the account is blocked.
 */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  owner: 'accounts',
  routes: null,
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
