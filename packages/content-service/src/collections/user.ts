import type { UserFact } from '@vidhi/contracts/events.ts';
import { defineCollection } from '@vidhi/content-engine/schema/collection.ts';
import type { ModelChange } from '../live/live-model.ts';

/** Names of authors and of owners of profiles, and nothing else about them: a copy of what accounts publishes. */
export const userCollection = defineCollection({
  name: 'user',
  plural: 'users',
  uid: 'plugin::users-permissions.user',
  kind: 'collection',
  draftAndPublish: false,
  timestamps: false,
  attributes: { first_name: { type: 'string' }, last_name: { type: 'string' } },
});

/** What a fact of accounts means for a read model that has the collection. */
export const toUserChange = ({ id, rev, first_name, last_name }: UserFact): ModelChange => ({
  kind: 'put',
  name: userCollection.name,
  doc: { id, first_name, last_name },
  rev,
});
