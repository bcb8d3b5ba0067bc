import { beforeEach, describe, expect, it } from 'vitest';
import type { Claimant, ClaimOutcome } from '@vidhi/contracts/profile-invitations.ts';
import { createLinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import { aCatalog, aProfile, asRole, asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { aPerson, FIRM_USER, LAWYER_USER, profileClient } from '../profiles/profile-client-builder.ts';
import { TEST_TOKENS } from './invitation-builder.ts';
import { inMemoryInvitationStore, type InvitationStore } from './invitation-store.ts';

const DESK = asRole(10);
const ADDRESS = 'asha@example.in';
const DAY = 86_400_000;

let catalog: CatalogUnderTest;
let events: string[];
let invitations: InvitationStore;
let time: number;
let id: number;
beforeEach(async () => {
  time = Date.now();
  events = [];
  invitations = inMemoryInvitationStore(events);
  catalog = await aCatalog(
    { user: [aPerson(LAWYER_USER), aPerson(FIRM_USER)] },
    { invitations, batchTime: () => new Date(time) },
  );
  id = await aStoredProfile();
});

const { send, stored } = profileClient(() => catalog);
async function aStoredProfile(values: object = {}): Promise<number> {
  const { id: _id, ...rest } = aProfile(1, { Title: 'Adv. Asha Rao', Identifier: 'MAH/1234/2010' });
  const { doc, rev } = await catalog.store.create(lawyerCollection, { ...rest, ...values });
  catalog.live.put(lawyerCollection.name, doc, rev);
  return doc.id;
}
const post = async (url: string, payload: object) => {
  const response = await catalog.app.inject({ method: 'POST', url, headers: DESK, payload });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};
const invite = (address = ADDRESS, of = id) => post(`/api/directory/profiles/${of}/invitation`, { address });
const revoke = async () =>
  (
    await catalog.app.inject({
      method: 'DELETE',
      url: `/api/directory/profiles/${id}/invitation`,
      headers: DESK,
    })
  ).statusCode;
const mail = async (number: number, of = id) => {
  const response = await catalog.app.inject(`/internal/profiles/${of}/invitations/${number}`);
  return response.statusCode === 200 ? response.json() : response.statusCode;
};
/** The token in the link of the last mail. */
async function tokenOf(number = 1, of = id): Promise<string> {
  return new URL((await mail(number, of)).path, 'https://vidhi.example').searchParams.get('code') ?? '';
}
const look = async (token: string) => (await post('/internal/profile-claims/look', { token })).body.data;
const claim = async (token: string, who: Partial<Claimant> = {}): Promise<ClaimOutcome> =>
  (await post('/internal/profile-claims', { token, userId: LAWYER_USER, email: ADDRESS, ...who })).body;
const ownerOf = async (of = id) => (await stored(of))['users_permissions_user'];
const row = async () =>
  (await catalog.app.inject({ url: `/api/directory/profiles/${id}`, headers: DESK })).json().data;
const edit = (values: object) => send('PUT', `/api/lawyers/${id}`, DESK, values);
const decide = (action: string, updatedAt: string) =>
  post(`/api/directory/profiles/${id}/decisions`, { action, reason: 'A reason', updated_at: updatedAt });

describe('an invitation to claim a profile', () => {
  it('is mailed, seen at the desk, and makes the invited account the owner, once', async () => {
    expect((await invite(' Asha@Example.in ')).body.data).toMatchObject({
      state: 'open',
      address: ADDRESS,
      mails: 1,
    });
    expect(await mail(1)).toEqual({
      address: ADDRESS,
      title: 'Adv. Asha Rao',
      kind: 'lawyer',
      expiresAt: new Date(time + 30 * DAY).toISOString(),
      path: expect.stringMatching(/^\/account\/claim\?code=[\w-]{43}$/),
    });
    const token = await tokenOf();
    expect(await look(token)).toEqual({
      state: 'open',
      offered: {
        title: 'Adv. Asha Rao',
        kind: 'lawyer',
        address: 'a•••@example.in',
        expires_at: new Date(time + 30 * DAY).toISOString(),
      },
    });
    expect(await row()).toMatchObject({ has_owner: false, invitation: 'open', is_confirmed: null });
    const { updatedAt } = await stored(id);

    expect(await claim(token)).toEqual({ state: 'claimed', kind: 'lawyer' });
    // Nothing but the owner is another one: no edit that staff would have to look at.
    expect(await stored(id)).toMatchObject({
      users_permissions_user: LAWYER_USER,
      made_by_owner: true,
      approved: true,
      declaration: { version: '1', at: new Date(time).toISOString() },
      updatedAt,
    });
    expect(await row()).toMatchObject({
      state: 'approved',
      is_public: true,
      has_owner: true,
      invited: { state: 'claimed', address: null, claimed_by: LAWYER_USER, mails: 1 },
    });
    const own = await catalog.app.inject({ url: '/api/directory/own', headers: asUser(LAWYER_USER, 5) });
    expect(own.json().data).toMatchObject({ id, state: 'approved', is_public: true });
    // The same account gets the same response; everybody else none.
    expect(await claim(token)).toEqual({ state: 'claimed', kind: 'lawyer' });
    expect(await claim(token, { userId: FIRM_USER })).toEqual({ state: 'taken', kind: null });
    expect(await look(token)).toEqual({ state: 'taken', offered: null });
    expect(await mail(1)).toBe(404);
    expect(events).toEqual([`1 profile_invited ${id}`, `mail ${id}/1`]);
  });

  it('puts what the new owner edits into the queue of the desk', async () => {
    await invite();
    await claim(await tokenOf());
    const edited = await send('PUT', `/api/lawyers/${id}`, asUser(LAWYER_USER, 5), { SubTitle: 'LL.M.' });
    expect(edited.status).toBe(200);
    expect(await row()).toMatchObject({
      state: 'changed',
      changes: [{ label: 'Subtitle', before: 'LL.B.', after: 'LL.M.' }],
    });
  });

  it('is stored without its token, and without the address once it has ended', async () => {
    await invite();
    const token = await tokenOf();
    expect(JSON.stringify(await invitations.find(id))).not.toContain(token);
    await claim(token);
    expect(JSON.stringify(await invitations.find(id))).not.toContain(ADDRESS);
  });

  it('is sent again with another link, at most five times a day', async () => {
    await invite();
    const first = await tokenOf();
    expect((await invite()).body.data).toMatchObject({ mails: 2 });
    expect([await mail(1), (await look(first)).state, await claim(first)]).toEqual([
      404,
      'unknown',
      { state: 'unknown', kind: null },
    ]);
    for (const mails of [3, 4, 5]) expect((await invite()).body.data).toMatchObject({ mails });
    expect((await invite()).status).toBe(409);
    time += DAY;
    expect((await invite()).body.data).toMatchObject({ mails: 6 });
  });

  it('is revoked by the desk, and can be made anew', async () => {
    await invite();
    const token = await tokenOf();
    expect([await revoke(), await revoke()]).toEqual([200, 409]);
    expect([(await look(token)).state, (await claim(token)).state]).toEqual(['revoked', 'revoked']);
    expect(await row()).toMatchObject({ invited: { state: 'revoked', address: null } });
    expect((await invite()).body.data).toMatchObject({ state: 'open', mails: 2 });
  });

  it('is for profiles without an owner, one for each address', async () => {
    expect((await invite('no address')).status).toBe(400);
    expect((await invite(ADDRESS, 999)).status).toBe(404);
    await invite();
    const other = await aStoredProfile({ Identifier: 'MAH/2' });
    expect((await invite(ADDRESS, other)).status).toBe(409);
    await edit({ users_permissions_user: FIRM_USER });
    expect((await invite()).status).toBe(409);
    // The first one is not open any more: its profile has an owner.
    expect((await invite(ADDRESS, other)).status).toBe(200);
  });

  it('is found in the list by its state', async () => {
    const list = async (invitation: string) =>
      (
        await catalog.app.inject({
          url: `/api/directory/profiles?invitation=${invitation}`,
          headers: DESK,
        })
      )
        .json()
        .data.map((one: { id: number }) => one.id);
    expect([await list('none'), await list('open')]).toEqual([[id], []]);
    await invite();
    expect([await list('none'), await list('open')]).toEqual([[], [id]]);
  });

  it('is in the export of its address, and erased with it', async () => {
    await invite();
    const token = await tokenOf();
    const ofAddress = async () =>
      (await post('/internal/profile-invitations/of-address', { email: 'ASHA@example.in' })).body;
    expect(await ofAddress()).toMatchObject({ profileInvitations: [{ profile: 'Adv. Asha Rao' }] });
    expect((await post('/internal/profile-invitations/erasure', { email: ADDRESS })).status).toBe(204);
    expect(await ofAddress()).toEqual({ profileInvitations: [] });
    expect((await look(token)).state).toBe('revoked');
    expect(events.at(-1)).toBe(`null invitation_revoked ${id}`);
  });
});

describe('an attack on the link of an invitation', () => {
  const isUnclaimed = async () => expect(await ownerOf()).toBeNull();

  it('with another account, also of a similar address, gets no profile', async () => {
    await invite();
    const token = await tokenOf();
    for (const email of ['ravi@example.in', 'asha@example.in.evil.in', 'asha+1@example.in', ''])
      expect(await claim(token, { userId: FIRM_USER, email })).toEqual({ state: 'address', kind: null });
    await isUnclaimed();
  });

  it.each(['', 'x', 'x'.repeat(43), '../look', createLinkTokens('other', 's'.repeat(32)).tokenOf('a')])(
    'with the forged token %j finds nothing',
    async (token) => {
      await invite();
      expect(await look(token)).toEqual({ state: 'unknown', offered: null });
      expect(await claim(token)).toEqual({ state: 'unknown', kind: null });
      await isUnclaimed();
    },
  );

  it('with the id or the hash of its token, as they are stored, finds nothing', async () => {
    await invite();
    const { requestId = '', tokenHash = '' } = (await invitations.find(id)) ?? {};
    for (const token of [requestId, tokenHash, createLinkTokens('x', requestId.repeat(2)).tokenOf(requestId)])
      expect((await claim(token)).state).toBe('unknown');
    expect(TEST_TOKENS.tokenOf(requestId)).toBe(await tokenOf());
  });

  it('after its time gets no profile', async () => {
    await invite();
    const token = await tokenOf();
    time += 30 * DAY + 1;
    expect([(await look(token)).state, (await claim(token)).state, await mail(1)]).toEqual([
      'expired',
      'expired',
      404,
    ]);
    await isUnclaimed();
  });

  it.each([
    ['another name', { Title: 'Adv. Ravi Iyer' }],
    ['another number', { Identifier: 'MAH/9/2020' }],
    [
      'another address',
      {
        contact: {
          phone_number: '9000000000',
          email_address: 'ravi@example.in',
          address: 'Pune',
          website_link: 'https://a.in',
        },
      },
    ],
  ])('to a profile that has %s by now gets no profile', async (_what, values) => {
    await invite();
    const token = await tokenOf();
    expect((await edit(values)).status).toBe(200);
    expect([(await look(token)).state, (await claim(token)).state, await mail(1)]).toEqual([
      'void',
      'void',
      404,
    ]);
    expect(await row()).toMatchObject({ invitation: 'void' });
    await isUnclaimed();
  });

  it('to a profile with other changes, such as a corrected phone number, still works', async () => {
    await invite();
    const token = await tokenOf();
    await edit({ SubTitle: 'LL.M.' });
    expect((await claim(token)).state).toBe('claimed');
  });

  it('to a suspended profile gets nothing, and works again once it is restored', async () => {
    await invite();
    const token = await tokenOf();
    expect((await decide('suspend', String((await stored(id)).updatedAt))).status).toBe(200);
    expect([(await look(token)).state, (await claim(token)).state]).toEqual(['hidden', 'hidden']);
    await isUnclaimed();
    expect((await invite()).status).toBe(409);
    expect((await decide('restore', String((await stored(id)).updatedAt))).status).toBe(200);
    expect((await claim(token)).state).toBe('claimed');
  });

  it('to a profile that staff has given to somebody, or that is gone, gets nothing', async () => {
    await invite();
    const token = await tokenOf();
    await edit({ users_permissions_user: FIRM_USER });
    expect((await claim(token)).state).toBe('taken');
    expect(await ownerOf()).toBe(FIRM_USER);
    await send('DELETE', `/api/lawyers/${id}`, DESK);
    expect([(await look(token)).state, (await claim(token)).state]).toEqual(['gone', 'gone']);
  });

  it('by an account that has a profile gets no second one', async () => {
    await aStoredProfile({ Identifier: 'MAH/2', users_permissions_user: LAWYER_USER });
    await invite();
    expect((await claim(await tokenOf())).state).toBe('has-profile');
    await isUnclaimed();
  });

  it('that was used is not good again after the owner has lost the profile', async () => {
    await invite();
    const token = await tokenOf();
    await claim(token);
    await edit({ users_permissions_user: null });
    expect([(await look(token)).state, (await claim(token)).state]).toEqual(['revoked', 'revoked']);
    await isUnclaimed();
  });

  it('by opening it, as programs do that check mails, claims nothing', async () => {
    await invite();
    const token = await tokenOf();
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['/internal/profile-claims', '/internal/profile-claims/look'])
        expect((await catalog.app.inject({ method, url: `${path}?token=${token}` })).statusCode).toBe(404);
    for (let times = 0; times < 3; times += 1) expect((await look(token)).state).toBe('open');
    await isUnclaimed();
  });
});
