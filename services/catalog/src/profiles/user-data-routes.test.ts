import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { noEvidence } from '../evidence/evidence-builder.ts';
import { inMemoryInvitationStore } from '../invitations/invitation-store.ts';
import { inMemoryProfileDecisions } from './profile-decisions.ts';
import { userDataRoutes } from './user-data-routes.ts';

const AT = '2026-11-05T10:00:00.000Z';
const CHANGED = ['Phone'];

it('exports a profile with its claim, edits and decisions, and without the staff who made them', async () => {
  const invitations = inMemoryInvitationStore();
  const mail = {
    email: 'asha@example.in',
    requestId: 'r',
    tokenHash: 'h',
    identity: 'i',
    mails: 1,
    sentAt: [],
    by: 93,
    expiresAt: new Date(AT),
  };
  await invitations.invite(3, null, mail, { id: 93, role: 10, via: 'console' });
  await invitations.begin({ profileId: 3, tokenHash: 'h' }, 7, new Date(AT));
  const decisions = inMemoryProfileDecisions();
  await decisions.add(3, { action: 'edit', reason: '', changed: CHANGED, by: 91, at: AT });
  await decisions.add(3, { action: 'reject', reason: 'No number', by: 92, at: AT });
  const profile = { id: 3, Title: 'Adv. Rao', desk_edit: { by: 91, at: AT, changed: CHANGED } };
  const app = Fastify();
  await app.register(userDataRoutes, {
    decisions,
    evidence: noEvidence(),
    invitations,
    findProfileOf: async (userId) => (userId === 7 ? profile : null),
    findPicturesOf: async () => [],
  });
  const { body } = await app.inject('/internal/users/7/profile');
  expect(JSON.parse(body)).toEqual({
    profile: { id: 3, Title: 'Adv. Rao', desk_edit: { at: AT, changed: CHANGED } },
    profileReview: {
      claimedAt: AT,
      decisions: [
        { action: 'edit', reason: '', changed: CHANGED, at: AT },
        { action: 'reject', reason: 'No number', at: AT },
      ],
      approved: null,
      evidence: [],
    },
    pictures: [],
  });
  const other = await app.inject('/internal/users/8/profile');
  expect(other.json()).toEqual({ profile: null, profileReview: null, pictures: [] });
  await app.close();
});
