import { afterEach, describe, expect, it } from 'vitest';
import { UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import { aNewsApp, aPost, asRole, type TestApp } from './app-builder.ts';
import { toModelChange } from './model/model-changes.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const start = async (): Promise<TestApp> =>
  (made = await aNewsApp({ documents: { post: [aPost(1, { user: 1 }), aPost(2, { publishedAt: null })] } }));

/** Handles `user.updated` of user 1 as the consumer does. */
function handleUserUpdated(rev: number, tokenVersion?: number): void {
  const data = {
    rev,
    id: 1,
    first_name: 'Asha',
    last_name: 'Rao',
    role: 10,
    ...(tokenVersion === undefined ? {} : { tokenVersion }),
  };
  const change = toModelChange({
    id: eventId(UserUpdated.type, 1, rev),
    type: UserUpdated.type,
    v: UserUpdated.v,
    aggregateId: '1',
    occurredAt: '2026-11-20T10:00:00.000Z',
    data,
  });
  if (change?.kind !== 'put') throw new Error('the event puts no document');
  made.live.put(change.name, change.doc, change.rev);
}

const preview = (headers: Record<string, string>) =>
  made.app.inject({ url: '/api/posts?publicationState=preview', headers });
const write = (headers: Record<string, string>, method: 'PUT' | 'POST' = 'PUT', url = '/api/posts/1') =>
  made.app.inject({ method, url, headers, payload: { data: { title: 'Changed' } } });
const UNAUTHORIZED = {
  data: null,
  error: { status: 401, name: 'UnauthorizedError', message: 'Invalid credentials', details: {} },
};

describe('a token of staff', () => {
  it('is revoked by the next request after an event with a higher token version', async () => {
    await start();
    handleUserUpdated(1, 1);
    expect((await preview(asRole(10, 1))).json().data).toHaveLength(2);
    expect((await write(asRole(10, 1), 'PUT', '/api/site-options')).statusCode).not.toBe(401);
    const before = made.store.events.length;
    handleUserUpdated(2, 2);
    for (const response of [
      await preview(asRole(10, 1)),
      await made.app.inject({ url: '/api/posts/2', headers: asRole(11, 1) }),
      await made.app.inject({ url: '/api/site-options', headers: asRole(10, 1) }),
      await write(asRole(10, 1)),
      await write(asRole(10, 1), 'POST', '/api/posts'),
      await write(asRole(10, 1), 'PUT', '/api/site-options'),
    ])
      expect([response.statusCode, response.json()]).toEqual([401, UNAUTHORIZED]);
    expect(made.store.events).toHaveLength(before);
    expect((await preview(asRole(10, 2))).json().data).toHaveLength(2);
  });

  it('is accepted with a version that has not arrived yet, and without a published version', async () => {
    await start();
    expect((await preview(asRole(10, 1))).statusCode).toBe(200);
    handleUserUpdated(1);
    expect((await preview(asRole(10, 1))).statusCode).toBe(200);
    handleUserUpdated(2, 2);
    expect((await preview(asRole(10, 3))).statusCode).toBe(200);
  });
});

describe('other clients', () => {
  it('can still read', async () => {
    await start();
    handleUserUpdated(1, 2);
    const anonymous = await made.app.inject('/api/posts');
    expect([anonymous.statusCode, anonymous.json().data.length]).toEqual([200, 1]);
    expect(anonymous.headers['x-token-ignored']).toBeUndefined();
    const member = await made.app.inject({ url: '/api/posts', headers: asRole(4, 2) });
    expect([member.body, member.headers['x-token-ignored']]).toEqual([anonymous.body, undefined]);
    const revoked = await made.app.inject({ url: '/api/posts', headers: asRole(4, 1) });
    expect([revoked.body, revoked.headers['x-token-ignored']]).toEqual([anonymous.body, '1']);
  });
});

describe('the token version', () => {
  it('is in no response, for any client', async () => {
    await start();
    handleUserUpdated(1, 1);
    for (const headers of [{}, asRole(4), asRole(10), asRole(11)])
      for (const query of ['populate=*', 'populate=user', 'populate[user][fields]=*']) {
        const response = await made.app.inject({ url: `/api/posts/1?${query}`, headers });
        expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('"Rao"')]);
        expect(response.body).not.toMatch(/token_?version/i);
      }
    expect((await made.app.inject('/internal/openapi.json')).body).not.toMatch(/token_?version/i);
  });

  it.each([
    'populate[user][fields][0]=token_version',
    'populate[user][filters][token_version]=1',
    'populate[user][sort]=token_version',
    'populate[user][populate][0]=token_version',
  ])('is not an attribute for %s', async (query) => {
    await start();
    handleUserUpdated(1, 1);
    const responsesTo = async (name: string) => {
      const response = await made.app.inject({
        url: `/api/posts?${query.replace('token_version', name)}`,
        headers: asRole(11),
      });
      return [response.statusCode, response.body.replaceAll(name, 'NAME')];
    };
    expect(await responsesTo('token_version')).toEqual(await responsesTo('no_attribute'));
  });
});
