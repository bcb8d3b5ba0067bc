import { defineCollection } from '@vidhi/content-api/collection.ts';

/** Names of authors, and nothing else about them; copied from what accounts publishes. */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  draftAndPublish: false,
  timestamps: false,
  attributes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
});
