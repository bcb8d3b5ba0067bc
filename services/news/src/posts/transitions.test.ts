import { afterEach, describe, expect, it } from 'vitest';
import {
  POST_STATES,
  type PostState,
  stateOf,
  TRANSITION_NAMES,
  TRANSITIONS,
  type TransitionName,
  transitionsFrom,
} from '@vidhi/contracts/post-states.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { aNewsApp, asRole, type TestApp, type TestAppOptions } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const FUTURE = '2099-01-01T10:00:00.000Z';
const LATER = '2099-06-01T10:00:00.000Z';
const EDITOR = asRole(10);
const ADMINISTRATOR = asRole(11);
type Headers = Readonly<Record<string, string>>;

async function call(method: 'POST' | 'PUT', url: string, data: object, headers: Headers = EDITOR) {
  const response = await made.app.inject({ method, url, headers: { ...headers }, payload: { data } });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
/** Creates a draft, and returns its path. */
async function aDraft(values: object = {}, options: TestAppOptions = {}): Promise<string> {
  made = await aNewsApp(options);
  const { data } = await call('POST', '/api/posts', { title: 'A', slug: 'a', publishedAt: null, ...values });
  return `/api/posts/${data.id}`;
}
const BODIES: Partial<Record<TransitionName, object>> = {
  'request-changes': { reason: 'Name the court' },
  schedule: { at: FUTURE },
};
const move = (url: string, name: TransitionName, data = BODIES[name] ?? {}, headers: Headers = EDITOR) =>
  call('POST', `${url}/${name}`, data, headers);
const stored = async (id = 1) => (await made.store.find(postCollection, id))?.doc ?? { id: 0 };
const setReviewed = async () => {
  const written = await made.store.update(siteOptionCollection, 1, () => ({ second_pair_of_eyes: true }));
  if (written !== null) made.live.put(siteOptionCollection.name, written.doc, written.rev);
};

/** Transitions from a draft to each state. */
const WAYS: Readonly<Record<PostState, readonly TransitionName[]>> = {
  draft: [],
  in_review: ['submit'],
  changes_requested: ['submit', 'request-changes'],
  approved: ['submit', 'approve'],
  scheduled: ['schedule'],
  published: ['publish'],
  archived: ['publish', 'archive'],
};

describe('the states of an article', () => {
  it('follow the table in every sequence of two transitions from every state', async () => {
    await aDraft();
    let count = 0;
    for (const start of POST_STATES)
      for (const first of TRANSITION_NAMES)
        for (const second of TRANSITION_NAMES) {
          count += 1;
          const values = { title: 'A', slug: `s-${count}`, publishedAt: null };
          const { data } = await call('POST', '/api/posts', values);
          let state: PostState = 'draft';
          for (const name of [...WAYS[start], first, second]) {
            const isAllowed = transitionsFrom(state).includes(name);
            const { status, error } = await move(`/api/posts/${data.id}`, name);
            const conflict = { state, allowed: transitionsFrom(state) };
            expect([name, state, status, isAllowed || error.details]).toEqual([
              name,
              state,
              isAllowed ? 200 : 409,
              isAllowed || conflict,
            ]);
            if (isAllowed) state = TRANSITIONS[name].to;
            expect(stateOf({ ...(await stored(data.id)) }, new Date())).toBe(state);
          }
        }
  }, 300_000);

  it('are in responses to staff alone', async () => {
    const url = await aDraft();
    const { data } = await move(url, 'submit', { reviewer: 7 });
    expect(data.attributes).toMatchObject({ stage: 'in_review', reviewer: 7 });
    await move(url, 'publish');
    await call('PUT', url, { unpublish_at: FUTURE, seo_title: 'For search' });
    const read = async (headers: Headers) =>
      (await made.app.inject({ url, headers: { ...headers } })).json().data.attributes;
    expect(await read(EDITOR)).toMatchObject({ unpublish_at: FUTURE, reviewer: 7, seo_title: 'For search' });
    const shown = await read({});
    expect(shown).toMatchObject({ seo_title: 'For search' });
    for (const name of ['stage', 'reviewer', 'unpublish_at', 'embargo_until', 'archived_at'])
      expect(shown).not.toHaveProperty(name);
    const filtered = await made.app.inject(`/api/posts?filters%5Breviewer%5D=7`);
    expect(filtered.statusCode).toBe(400);
  });

  it('are not set by a save', async () => {
    const url = await aDraft();
    await call('PUT', url, { stage: 'approved', archived_at: FUTURE });
    expect(await stored()).toMatchObject({ stage: null, archived_at: null });
  });

  it('are named in the history with their reasons', async () => {
    const url = await aDraft();
    await move(url, 'submit');
    expect(await move(url, 'request-changes', {})).toMatchObject({ status: 400 });
    await move(url, 'request-changes', { reason: 'Name the court' });
    await move(url, 'publish');
    const response = await made.app.inject({ url: `${url}/revisions`, headers: EDITOR });
    expect(response.json().data).toMatchObject([
      { kind: 'publish', current: true },
      { kind: 'request-changes', note: 'Name the court' },
      { kind: 'submit' },
      { kind: 'create' },
    ]);
  });

  it('are named in the audit log with their reasons', async () => {
    const url = await aDraft({}, { isAudited: true });
    await move(url, 'submit');
    await move(url, 'request-changes', { reason: 'Name the court' });
    await move(url, 'submit');
    await move(url, 'withdraw');
    await move(url, 'schedule');
    await move(url, 'unschedule', { reason: 'The hearing is adjourned' });
    const entries = made.store.events
      .filter(({ type }) => type === 'audit.recorded')
      .map(({ data }) => data as { action: string; reason?: string });
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['create', undefined],
      ['submit', undefined],
      ['request_changes', 'Name the court'],
      ['submit', undefined],
      ['withdraw', undefined],
      ['schedule', undefined],
      ['unschedule', 'The hearing is adjourned'],
    ]);
  });

  it('change on the edit that the request names, and publish the working copy that it names', async () => {
    const url = await aDraft();
    const typed = { values: { title: 'Typed', publishedAt: FUTURE }, base_rev: 1, tab: 'a', n: 1 };
    await call('PUT', `${url}/working-copy`, typed);
    expect((await move(url, 'publish', {}, { ...EDITOR, 'if-match': '"e9"' })).status).toBe(412);
    const published = await move(
      url,
      'publish',
      {},
      { ...EDITOR, 'if-match': '"e1"', 'x-working-copy': 'w1' },
    );
    expect(published).toMatchObject({ status: 200, headers: { etag: '"e2"', 'x-working-copy': 'w2' } });
    expect(published.data.attributes.title).toBe('Typed');
    expect(Date.parse(published.data.attributes.publishedAt)).toBeLessThanOrEqual(Date.now());
  });

  it('need a time in the future to be scheduled', async () => {
    const url = await aDraft();
    for (const data of [{}, { at: 'soon' }, { at: '2020-01-01T00:00:00.000Z' }])
      expect((await move(url, 'schedule', data)).status).toBe(400);
  });

  it('are those of the reference where a client sets publishedAt', async () => {
    const url = await aDraft();
    await move(url, 'submit');
    expect((await call('PUT', url, { publishedAt: '2026-11-01T10:00:00.000Z' })).status).toBe(200);
    expect(await stored()).toMatchObject({ stage: null });
    expect((await call('PUT', url, { publishedAt: null })).status).toBe(200);
    expect(stateOf({ ...(await stored()) }, new Date())).toBe('draft');
  });
});

describe('an embargo', () => {
  it('blocks publication before its end, by every way', async () => {
    const url = await aDraft({ embargo_until: FUTURE });
    expect(await move(url, 'publish')).toMatchObject({
      status: 409,
      error: { details: { embargo_until: FUTURE } },
    });
    expect((await call('PUT', url, { publishedAt: new Date().toISOString() })).status).toBe(409);
    expect((await move(url, 'schedule', { at: '2098-01-01T00:00:00.000Z' })).status).toBe(409);
    expect((await move(url, 'publish', {}, ADMINISTRATOR)).status).toBe(409);
    expect((await move(url, 'schedule', { at: FUTURE })).status).toBe(200);
    expect((await call('PUT', url, { embargo_until: LATER })).status).toBe(409);
    const created = { title: 'B', slug: 'b', embargo_until: FUTURE };
    expect((await call('POST', '/api/posts', created)).status).toBe(409);
  });

  it('is ended early by an administrator alone', async () => {
    const url = await aDraft({ embargo_until: FUTURE });
    for (const embargo_until of [null, '2098-01-01T00:00:00.000Z'])
      expect((await call('PUT', url, { embargo_until })).status).toBe(403);
    expect((await call('PUT', url, { embargo_until: LATER })).status).toBe(200);
    expect((await call('PUT', url, { embargo_until: null }, ADMINISTRATOR)).status).toBe(200);
    expect((await move(url, 'publish')).status).toBe(200);
  });
});

describe('the end of a publication', () => {
  it('is after its beginning', async () => {
    const url = await aDraft({ unpublish_at: '2098-01-01T00:00:00.000Z' });
    expect((await move(url, 'schedule', { at: FUTURE })).status).toBe(400);
    expect((await move(url, 'publish')).status).toBe(200);
    expect((await call('PUT', url, { unpublish_at: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
  });
});

describe('a second pair of eyes', () => {
  it('approves what somebody else edited last, and nothing is published without', async () => {
    const url = await aDraft();
    await setReviewed();
    expect((await move(url, 'publish')).status).toBe(403);
    expect((await call('PUT', url, { publishedAt: '2026-11-01T10:00:00.000Z' })).status).toBe(403);
    expect((await call('POST', '/api/posts', { title: 'B', slug: 'b' })).status).toBe(403);
    await move(url, 'submit');
    expect((await move(url, 'approve')).status).toBe(403);
    await made.store.update(postCollection, 1, () => ({ title: 'By another' }), {
      actor: { id: 2, role: 10, via: 'console' },
    });
    expect((await move(url, 'approve')).status).toBe(200);
    expect((await move(url, 'publish')).status).toBe(200);
  });

  it('looks again at an article that was edited after its approval', async () => {
    const url = await aDraft();
    await setReviewed();
    await made.store.update(postCollection, 1, () => ({ stage: 'approved' }));
    expect(
      (await call('PUT', url, { title: 'Edited', publishedAt: '2026-11-01T10:00:00.000Z' })).status,
    ).toBe(403);
    await call('PUT', url, { title: 'Edited' });
    expect(await stored()).toMatchObject({ stage: 'in_review', title: 'Edited' });
  });
});
