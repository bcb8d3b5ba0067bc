import type { ContentStore } from '@vidhi/content-service/store.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { ProfileDecisions } from './profile-decisions.ts';

/**
 * A store that forgets removed profiles, whoever removes them: neither revisions nor decisions have their values afterwards.
 * What a crash in between leaves, `createForgetProfiles` removes.
 */
export const withForgottenProfiles = <Store extends Pick<ContentStore, 'remove'>>(
  store: Store,
  decisions: Pick<ProfileDecisions, 'forget'>,
): Store => ({
  ...store,
  async remove(collection, id, removal) {
    if (collection.name !== lawyerCollection.name) return store.remove(collection, id, removal);
    const removed = await store.remove(collection, id, { ...removal, forgets: true });
    await decisions.forget(id);
    return removed;
  },
});

/** Forgets the decisions about profiles that are gone. */
export const createForgetProfiles =
  (
    store: Pick<ContentStore, 'find'>,
    decisions: Pick<ProfileDecisions, 'forget' | 'remembered'>,
  ): (() => Promise<void>) =>
  async () => {
    for (const id of await decisions.remembered())
      if ((await store.find(lawyerCollection, id)) === null) await decisions.forget(id);
  };
