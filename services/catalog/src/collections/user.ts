import { defineCollection } from '@vidhi/content-api/collection.ts';

/** Names of those who own profiles, for staff; known from what accounts publishes, and kept nowhere. */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  draftAndPublish: false,
  timestamps: false,
  attributes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
});
