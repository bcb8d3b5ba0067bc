import { beforeEach, describe, expect, it } from 'vitest';
import { withAudit } from '@vidhi/content-service/store.ts';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { ProfileAction } from '@vidhi/contracts/directory-desk.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { isPersonalAttribute } from '../collections/personal-attributes.ts';
import { inMemoryProfileDecisions } from '../profiles/profile-decisions.ts';
import { catalogTopics } from '../topics.ts';
import type { Decided } from './review-state.ts';
import { createDecideProfile, type DecideProfile } from './decide-profile.ts';

const actor: Actor = { id: 3, role: 11, via: 'console' };
const topics = catalogTopics('');
let store: MemoryContentStore;
let decide: DecideProfile;
let events: { type: string }[];
let id: number;

beforeEach(async () => {
  store = memoryContentStore(
    withAudit(() => [], { topic: topics.audit, service: 'catalog', isPersonal: isPersonalAttribute }),
  );
  events = [];
  const decisions = inMemoryProfileDecisions();
  decide = createDecideProfile({
    store,
    live: { put: () => undefined },
    decisions: {
      async add(profileId, decision, approved, eventsOf = () => []) {
        const { length } = await decisions.list(profileId);
        events.push(...eventsOf(length));
        await decisions.add(profileId, decision, approved);
      },
    },
    topics,
    acknowledged: async () => undefined,
  });
  const values = { Title: 'Adv. Rao', users_permissions_user: 7, made_by_owner: true };
  id = (await store.create(lawyerCollection, values)).doc.id;
});

const act = async (action: ProfileAction | undefined, attributes?: Decided) => {
  const profile = (await store.find(lawyerCollection, id))?.doc ?? { id };
  const set = attributes === undefined ? {} : { attributes };
  return decide(profile, { action, ...set, reason: 'Because', actor });
};
const audited = (): unknown[] =>
  [...store.events, ...events]
    .filter(({ type }) => type === 'audit.recorded')
    .map((event) => ('data' in event ? event.data : null));

describe('the audit log of the directory', () => {
  it.each<ProfileAction>(['approve', 'request_change', 'suspend'])(
    'has each %s, a repeated one too',
    async (action) => {
      await act(action);
      await act(action);
      expect(audited()).toMatchObject([{ action }, { action }]);
    },
  );
});

describe('the owner', () => {
  const mails = () => events.filter(({ type }) => type === 'profile.decided').length;

  it('is mailed a decision', async () => {
    await act('suspend');
    expect(mails()).toBe(1);
  });

  it('is mailed nothing about attributes that are no decision', async () => {
    expect(await act(undefined, { approved: false })).toMatchObject({ approved: false });
    expect(mails()).toBe(0);
    expect(audited()).toMatchObject([{ changes: [{ path: 'approved', to: false }] }]);
  });
});
