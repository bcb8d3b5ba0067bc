import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { catalogTopics } from '../topics.ts';
import { INVITATIONS, type InvitationDocument } from './invitation-collection.ts';
import { inMemoryInvitationStore, mongoInvitationStore } from './invitation-store.ts';

const database = freshDatabase('invitations');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [INVITATIONS]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const STAFF: Actor = { id: 9, role: 10, via: 'console' };
const AT = new Date('2026-11-05T10:00:00.000Z');
const LATER = new Date('2026-11-05T11:00:00.000Z');
const aMail = (id: string, mails = 1) => ({
  email: `${id}@example.in`,
  requestId: `request-${id}-${mails}`,
  tokenHash: `hash-${id}-${mails}`,
  identity: 'identity',
  mails,
  sentAt: [AT],
  by: 9,
  expiresAt: LATER,
});
const openInMongo = () =>
  mongoInvitationStore(connection, { topics: catalogTopics(''), publish: () => undefined });

describe.each([
  ['MongoDB', openInMongo],
  ['memory', () => inMemoryInvitationStore()],
])('the store of invitations in %s', (_where, open) => {
  it('has one invitation for a profile, which later mails replace', async () => {
    const store = open();
    const mail = aMail('a');
    expect(await store.invite(1, null, mail, STAFF)).toBe(true);
    const first = { profileId: 1, state: 'open' as const, ...mail };
    expect([
      await store.find(1),
      await store.findByToken('hash-a-1'),
      await store.ofAddress('a@example.in'),
    ]).toEqual([first, first, [first]]);
    expect(await store.invite(1, null, aMail('a', 2), STAFF)).toBe(false);
    expect(await store.invite(1, first, aMail('a', 2), STAFF)).toBe(true);
    expect(await store.invite(1, first, aMail('a', 3), STAFF)).toBe(false);
    expect([await store.findByToken('hash-a-1'), (await store.find(1))?.mails]).toEqual([null, 2]);
    expect(await store.revoke(first, STAFF, AT)).toBe(false);
  });

  it('is claimed once, and keeps neither address nor the id of its token then', async () => {
    const store = open();
    await store.invite(2, null, aMail('b'), STAFF);
    const link = { profileId: 2, tokenHash: 'hash-b-1' };
    expect(await store.begin(link, 7, AT)).toBe(true);
    expect([await store.begin(link, 8, AT), await store.revoke(link, STAFF, AT)]).toEqual([false, false]);
    expect((await store.findClaiming(AT)).length).toBe(0);
    expect(await store.findClaiming(LATER)).toMatchObject([{ profileId: 2, claimant: 7, claimedAt: AT }]);
    expect(await store.reopen(2)).toBe(true);
    expect((await store.find(2))?.claimant).toBeUndefined();
    expect(await store.begin(link, 8, AT)).toBe(true);
    expect([await store.complete(2, LATER), await store.complete(2, LATER)]).toEqual([true, false]);
    const { email: _email, requestId: _requestId, ...rest } = aMail('b');
    expect(await store.find(2)).toEqual({
      profileId: 2,
      ...rest,
      state: 'claimed',
      claimant: 8,
      claimedAt: AT,
      endedAt: LATER,
    });
    expect(await store.ofAddress('b@example.in')).toEqual([]);
  });

  it('is forgotten with its profile, whatever its state, and its link is still known', async () => {
    const store = open();
    await store.invite(3, null, aMail('c'), STAFF);
    await store.begin({ profileId: 3, tokenHash: 'hash-c-1' }, 7, AT);
    expect(await store.remembered()).toContain(3);
    await store.forget(3, LATER);
    expect([await store.remembered(), [...(await store.all()).keys()]].flat()).not.toContain(3);
    const gone = await store.findByToken('hash-c-1');
    expect([gone?.state, gone?.email, gone?.claimant]).toEqual(['gone', undefined, undefined]);
    expect([await store.reopen(3), await store.complete(3, LATER)]).toEqual([false, false]);
    expect(await store.invite(3, gone, aMail('c', 2), STAFF)).toBe(true);
  });
});

it('records mail and audit entries in the write that they are about, without address and token', async () => {
  const store = openInMongo();
  await store.invite(4, null, aMail('d'), STAFF);
  await store.revoke({ profileId: 4, tokenHash: 'hash-d-1' }, STAFF, AT);
  const stored = await connection.collection<InvitationDocument>(INVITATIONS.name).findOne({ _id: 4 });
  const outbox = JSON.stringify(stored?.outbox);
  expect(outbox).toMatch(/profile\.invited.*profile_invited.*invitation_revoked/s);
  expect(outbox).not.toMatch(/d@example/);
  expect([stored?.state, stored?.email, stored?.requestId]).toEqual(['revoked', undefined, undefined]);
});
