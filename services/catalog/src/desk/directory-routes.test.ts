import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfileAction, ReviewedProfile } from '@vidhi/contracts/directory-desk.ts';
import { aCatalog, asRole, asUser, type CatalogUnderTest } from '../catalog-builder.ts';
import { inMemoryProfileDecisions, type ProfileDecisions } from '../profiles/profile-decisions.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { catalogTopics } from '../topics.ts';
import { createRecordDeskEdit, createRecordMissedEdits } from './mail-desk-edits.ts';
import {
  FIRM_USER,
  LAWYER_USER,
  aPerson,
  asLawyer,
  profileClient,
} from '../profiles/profile-client-builder.ts';

const STAFF = asRole(11);
const picture = { id: 1, name: 'p.png', url: '/uploads/p.png' };

let catalog: CatalogUnderTest;
let decisions: ProfileDecisions;
let id: number;
const { send, create } = profileClient(() => catalog);

beforeEach(async () => {
  decisions = inMemoryProfileDecisions();
  catalog = await aCatalog(
    { file: [picture], user: [aPerson(LAWYER_USER), aPerson(FIRM_USER)], city: [{ id: 3, name: 'Pune' }] },
    { decisions },
  );
  catalog.live.put('site-option', { id: 1, rule36_mode: false, profile_approval: true }, 1);
  id = (await create(asLawyer, { Property2: [3] })).body.data.id;
});

const read = async (url: string, headers: Record<string, string> = STAFF) => {
  const response = await catalog.app.inject({ url, headers });
  return { status: response.statusCode, body: response.json() };
};
const profile = async (): Promise<ReviewedProfile> => (await read(`/api/directory/profiles/${id}`)).body.data;
async function decide(action: ProfileAction, reason = 'Because it is so', updated_at?: string) {
  const response = await catalog.app.inject({
    method: 'POST',
    url: `/api/directory/profiles/${id}/decisions`,
    headers: { ...STAFF, 'content-type': 'application/json' },
    payload: { action, reason, updated_at: updated_at ?? (await profile()).updated_at },
  });
  return { status: response.statusCode, body: response.json() };
}
/** An edit of the owner, at a later millisecond than what was before. */
async function edit(values: object): Promise<void> {
  const before = (await profile()).updated_at;
  do await send('PUT', `/api/lawyers/${id}`, asLawyer, values);
  while ((await profile()).updated_at === before);
}
const queue = async () => (await read('/api/directory/profiles?state=queue')).body.data;
const isPublic = async (): Promise<boolean> =>
  (await catalog.app.inject(`/api/lawyers/${id}`)).statusCode === 200;

describe('the queue of the directory', () => {
  it('has a new profile until it is approved, and again with its difference once it is edited', async () => {
    expect(await queue()).toMatchObject([
      { id, state: 'waiting', city: 'Pune', is_confirmed: true, is_public: false, duplicates: 0 },
    ]);
    const { status, body } = await decide('approve', '');
    expect([status, body.data.state, body.data.is_public]).toEqual([200, 'approved', true]);
    expect(await queue()).toEqual([]);
    await edit({ SubTitle: 'LL.M.', Detail1: '<p>The <b>best</b> lawyer</p>' });
    expect(await isPublic()).toBe(true);
    expect(await queue()).toMatchObject([{ id, state: 'changed', waiting_since: expect.any(String) }]);
    const { changes, words } = await profile();
    expect(changes).toEqual([
      { label: 'Subtitle', before: 'LL.B.', after: 'LL.M.' },
      { label: 'About', before: 'Practises in Pune', after: 'The best lawyer' },
    ]);
    expect(words).toEqual([{ label: 'About', word: 'best' }]);
  });

  it('has no profile that staff has edited, and an edit of the owner meanwhile stays in it', async () => {
    await decide('approve', '');
    const approved = (await profile()).updated_at;
    do await send('PUT', `/api/lawyers/${id}`, STAFF, { SubTitle: 'LL.M.' });
    while ((await profile()).updated_at === approved);
    expect(await queue()).toEqual([]);
    expect(await profile()).toMatchObject({ state: 'approved' });
    await edit({ Title: 'Adv. Bina S. Rao' });
    const [{ waiting_since: since }] = await queue();
    do await send('PUT', `/api/lawyers/${id}`, STAFF, { SubTitle: 'LL.D.' });
    while ((await profile()).updated_at === since);
    expect(await queue()).toMatchObject([{ id, state: 'changed', waiting_since: since }]);
  });

  it('mails the owner what staff has edited, once for each edit, and nothing for the same values', async () => {
    await decide('approve', '');
    const contact = (await catalog.store.find(lawyerCollection, id))?.doc['contact'];
    await send('PUT', `/api/lawyers/${id}`, STAFF, {
      SubTitle: 'LL.M.',
      contact: { ...(contact as object), phone_number: '9876500000' },
    });
    await send('PUT', `/api/lawyers/${id}`, STAFF, { SubTitle: 'LL.M.' });
    await edit({ SubTitle: 'LL.D.' });
    expect((await profile()).decisions).toMatchObject([
      { action: 'approve', changed: [] },
      { action: 'edit', changed: ['Subtitle', 'Phone'], by: 1 },
    ]);
    expect((await read(`/internal/profiles/${id}/decisions/1`)).body).toMatchObject({
      ownerId: LAWYER_USER,
      action: 'edit',
      changed: ['Subtitle', 'Phone'],
    });
    // The mail of the approval is still true.
    expect((await read(`/internal/profiles/${id}/decisions/0`)).body).toMatchObject({ action: 'approve' });
  });

  it('mails an edit whose process ended before it was recorded', async () => {
    await decisions.forget(id);
    const { doc, rev = 9 } = (await catalog.store.find(lawyerCollection, id)) ?? { doc: { id } };
    const missed = { by: 3, at: '2026-11-01T09:00:00.000Z', changed: ['Photo'] };
    catalog.live.put('lawyer', { ...doc, desk_edit: missed }, rev + 1);
    const sweep = createRecordMissedEdits(
      catalog.live.model,
      createRecordDeskEdit(decisions, catalogTopics('').decisions),
    );
    await sweep();
    await sweep();
    expect((await profile()).decisions).toMatchObject([{ action: 'edit', changed: ['Photo'], by: 3 }]);
  });

  it('marks profiles with the same enrolment number, however it is written', async () => {
    const other = await create(asUser(FIRM_USER, 6), { Identifier: 'mah 1-2001' }, '/api/firms');
    expect(other.status).toBe(200);
    expect((await queue()).map((row: { duplicates: number }) => row.duplicates)).toEqual([1, 1]);
    expect((await profile()).same_number).toEqual([
      { id: other.body.data.id, title: 'Adv. Bina Rao', is_public: false },
    ]);
    const found = await read('/api/directory/profiles?q=MAH 1 2001&duplicates=true&sort=-title');
    expect(found.body.meta.pagination.total).toBe(2);
  });

  it('hides a profile that is rejected or suspended, and has a rejected one again after an edit', async () => {
    await decide('approve');
    expect((await decide('reject')).status).toBe(409);
    expect((await decide('suspend')).body.data.state).toBe('suspended');
    expect(await isPublic()).toBe(false);
    expect((await decide('restore')).body.data.state).toBe('approved');
    expect(await isPublic()).toBe(true);
    await edit({ SubTitle: 'LL.M.' });
    expect((await decide('reject')).body.data.state).toBe('rejected');
    expect([await isPublic(), await queue()]).toEqual([false, []]);
    await edit({ SubTitle: 'LL.B.' });
    expect(await queue()).toMatchObject([{ id, state: 'waiting' }]);
    expect((await decide('approve')).body.data.state).toBe('approved');
    expect(await isPublic()).toBe(true);
  });

  it('takes no decision without a reason, nor on a profile that was edited since it was read', async () => {
    expect((await decide('request_change', ' ')).status).toBe(400);
    const { updated_at: readAt } = await profile();
    await edit({ SubTitle: 'LL.M.' });
    expect((await decide('approve', '', readAt)).status).toBe(409);
    expect(await decisions.list(id)).toEqual([]);
  });

  it('reads each profile once for a list or a page, without its long texts', async () => {
    const model = catalog.live.model;
    const [get, order] = [vi.spyOn(model, 'get'), vi.spyOn(model.store('lawyer'), 'order')];
    await queue();
    expect(order).toHaveBeenCalledTimes(1);
    expect(get.mock.calls.filter(([name]) => name === 'lawyer')).toEqual([]);
    await profile();
    expect(order).toHaveBeenCalledTimes(2);
  });

  it('is read and decided by staff alone', async () => {
    for (const headers of [{}, asLawyer] as Record<string, string>[]) {
      expect((await read('/api/directory/profiles', headers)).status).toBe(403);
      expect((await read(`/api/directory/profiles/${id}`, headers)).status).toBe(403);
    }
  });
});

describe('the owner of a profile', () => {
  const own = async (headers = asLawyer) => (await read('/api/directory/own', headers)).body.data;

  it('reads whether it waits, and what staff asks for', async () => {
    expect(await own()).toEqual({
      id,
      state: 'waiting',
      is_public: false,
      hidden_by: 'approval',
      reason: null,
      decided_at: null,
      declared_at: null,
    });
    await decide('request_change', 'Please add your enrolment number');
    expect(await own()).toMatchObject({
      state: 'change_requested',
      reason: 'Please add your enrolment number',
      decided_at: expect.any(String),
    });
    await edit({ SubTitle: 'LL.M.' });
    await decide('approve', 'Internal: fine');
    expect(await own()).toMatchObject({ state: 'approved', is_public: true, reason: null });
    expect(await own(asUser(FIRM_USER, 6))).toBeNull();
  });
});

it('tells the owner of a profile that waits when it was declared, which nobody else can read yet', async () => {
  await edit({ declaration: true });
  const { body } = await read('/api/directory/own', asLawyer);
  expect(body.data).toMatchObject({ is_public: false, declared_at: expect.any(String) });
  expect((await read(`/api/lawyers/${id}/declaration`)).status).toBe(404);
});

describe('the owner of a new profile', () => {
  const own = async () => (await read('/api/directory/own', asLawyer)).body.data;
  const person = (values: object) =>
    catalog.live.put('user', { ...aPerson(LAWYER_USER), ...values } as never, 9);

  it('reads that only the e-mail address is to be confirmed where staff approves nothing', async () => {
    catalog.live.put('site-option', { id: 1, rule36_mode: false, profile_approval: false }, 2);
    person({ confirmed: false });
    expect(await own()).toMatchObject({ state: 'waiting', is_public: false, hidden_by: 'unconfirmed' });
    person({ confirmed: true });
    expect(await own()).toMatchObject({ state: 'waiting', is_public: true, hidden_by: null });
  });

  it('reads what to do first where staff approves, too', async () => {
    person({ confirmed: false });
    expect(await own()).toMatchObject({ hidden_by: 'unconfirmed' });
    await decide('reject');
    expect(await own()).toMatchObject({ hidden_by: 'staff' });
  });
});

describe('the mail of a decision', () => {
  const mailed = (number: number) => read(`/internal/profiles/${id}/decisions/${number}`);

  it('has the decision with its reason, unless a later one has replaced it', async () => {
    await decide('request_change', 'Please add your number');
    expect((await mailed(0)).body).toEqual({
      ownerId: LAWYER_USER,
      title: 'Adv. Bina Rao',
      action: 'request_change',
      reason: 'Please add your number',
      path: `/catalogs/lawyers/${id}/adv-bina-rao`,
    });
    await decide('approve', '');
    expect((await mailed(0)).status).toBe(404);
    expect((await mailed(1)).body).toMatchObject({ action: 'approve' });
    expect((await mailed(2)).status).toBe(404);
  });

  it('is not sent where the profile is not as it would say', async () => {
    const put = async (body: object) =>
      catalog.app.inject({
        method: 'PUT',
        url: `/api/lawyers/${id}/state`,
        headers: STAFF,
        payload: { reason: 'Because it is so', ...body },
      });
    await put({ suspended: true });
    expect((await mailed(0)).body).toMatchObject({ action: 'suspend' });
    expect((await put({ approved: true })).json()).toMatchObject({ approved: true, suspended: true });
    expect((await mailed(1)).status).toBe(404);
    // A row of an earlier release.
    await decisions.add(id, { action: 'approve', approved: true, reason: 'r', by: 1, at: '' });
    expect((await mailed(2)).status).toBe(404);
  });

  it('waits for a decision that is recorded and not in effect', async () => {
    await decisions.add(id, {
      action: 'approve',
      approved: true,
      suspended: false,
      reason: '',
      by: 1,
      at: '',
    });
    expect((await mailed(0)).status).toBe(503);
  });
});
