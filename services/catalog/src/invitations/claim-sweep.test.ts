import { expect, it } from 'vitest';
import { memoryContentStore } from '@vidhi/content-service/testing.ts';
import { aProfile } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { inMemoryProfileDecisions } from '../profiles/profile-decisions.ts';
import { invitationsOf } from './invitation-builder.ts';
import { inMemoryInvitationStore } from './invitation-store.ts';

it('the sweep completes the claims beside one that fails, and reports that one', async () => {
  const store = memoryContentStore();
  const ids: number[] = [];
  for (const name of ['Asha Rao', 'Ravi Menon']) {
    const { id: _id, ...profile } = aProfile(1, { Title: name });
    ids.push((await store.create(lawyerCollection, profile)).doc.id);
  }
  const [broken, whole] = ids;
  const stored = inMemoryInvitationStore();
  let isBroken = false;
  const { invitations, claims } = invitationsOf({
    store: {
      ...store,
      find(collection, id) {
        if (collection.name === lawyerCollection.name && id === broken && isBroken)
          throw new Error('the database did not respond');
        return store.find(collection, id);
      },
    },
    invitations: stored,
    live: { put: () => undefined },
    decisions: inMemoryProfileDecisions(),
    findProfileOf: async () => null,
  });
  for (const [index, id] of ids.entries()) {
    await invitations.invite(id, `reader${index}@example.in`, { id: 1, role: 10, via: 'console' });
    const found = await stored.find(id);
    if (found !== null) await stored.begin(found, 40 + index, new Date(0));
  }
  isBroken = true;
  await expect(claims.sweep()).rejects.toThrow('a claim of a profile was not completed');
  expect((await stored.find(broken ?? 0))?.state).toBe('claiming');
  expect((await stored.find(whole ?? 0))?.state).toBe('claimed');
});
