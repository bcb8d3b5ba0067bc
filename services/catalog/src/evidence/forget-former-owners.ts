import type { ContentStore } from '@vidhi/content-service/store.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { EvidenceFiles } from './evidence-files.ts';

/** Creates a sweep that removes what former owners of profiles have added, as staff may give a profile to another account. */
export const createForgetFormerOwners =
  (
    store: Pick<ContentStore, 'find'>,
    evidence: Pick<EvidenceFiles, 'forgetOthers' | 'remembered'>,
  ): (() => Promise<void>) =>
  async () => {
    for (const profileId of await evidence.remembered()) {
      const found = await store.find(lawyerCollection, profileId);
      if (found === null) continue;
      await evidence.forgetOthers(
        profileId,
        storedAs(lawyerCollection, found.doc).users_permissions_user ?? null,
      );
    }
  };
