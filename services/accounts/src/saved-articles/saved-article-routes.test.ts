import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import { clientOf } from '../account-client-builder.ts';
import { aUser } from '../users/user-builder.ts';

const URL = '/api/users/me/saved-articles';
const report = { path: '/gst/a', title: 'A', date: '2026-11-20T04:30:00.000Z' };
const other = { ...report, path: '/कर/b%20c', title: 'B' };

let made: TestApp;
let client: ReturnType<typeof clientOf>;
let asha: Record<string, string>;
let usha: Record<string, string>;
beforeEach(async () => {
  const second = aUser({ id: 2, email: 'usha@example.com', username: 'usha' });
  made = await anAccountsApp({ users: [aUser(), second] });
  client = clientOf(made);
  asha = await client.bearerOf(aUser());
  usha = await client.bearerOf(second);
});
afterEach(async () => made.app.close());

const list = async (headers: Record<string, string>) => (await client.get(URL, headers)).json();
const save = (articles: unknown, headers = asha) => client.post(URL, { articles }, headers);
const remove = (path: string, headers = asha) =>
  made.app.inject({ method: 'DELETE', url: `${URL}?path=${encodeURIComponent(path)}`, headers });

describe('saved articles', () => {
  it('are those of the caller, last saved first', async () => {
    const response = await save([other, report]);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.json()).toEqual({ articles: [other, report] });
    expect(await list(asha)).toEqual({ articles: [other, report] });
    expect(await list(usha)).toEqual({ articles: [] });
  });

  it('are removed by path, by their owner alone', async () => {
    await save([other, report]);
    expect((await remove('/gst/a', usha)).json()).toEqual({ articles: [] });
    expect((await remove('/कर/b%20c')).json()).toEqual({ articles: [report] });
    expect((await remove('/nothing')).json()).toEqual({ articles: [report] });
    expect((await remove('')).json().error.message).toBe('path is a required field');
  });

  it.each([
    ['no list', undefined, 'articles must be a list of 1 to 200 articles'],
    ['an empty list', [], 'articles must be a list of 1 to 200 articles'],
    ['201 articles', Array(201).fill(report), 'articles must be a list of 1 to 200 articles'],
    ['another site', [{ ...report, path: '//evil.example' }], 'articles[0].path is invalid'],
    ['a script', [report, { ...report, path: 'javascript:x' }], 'articles[1].path is invalid'],
    ['a long title', [{ ...report, title: 'x'.repeat(501) }], 'articles[0].title is invalid'],
    ['no title', [{ ...report, title: ' ' }], 'articles[0].title is invalid'],
    ['no date', [{ ...report, date: 'yesterday' }], 'articles[0].date is invalid'],
    ['a number as path', [{ ...report, path: 7 }], 'articles[0].path is invalid'],
  ])('rejects %s', async (_name, articles, message) => {
    const response = await save(articles);
    expect([response.statusCode, response.json().error.message]).toEqual([400, message]);
    expect(await list(asha)).toEqual({ articles: [] });
  });

  it('stores none of several when one is invalid, and reports each problem', async () => {
    const response = await save([report, { ...other, path: '', date: '' }]);
    expect(response.json().error.details.errors).toHaveLength(2);
    expect(await list(asha)).toEqual({ articles: [] });
  });

  it('ignores further attributes of an article', async () => {
    await save([{ ...report, userId: 2, savedAt: 'x' }]);
    expect(await list(asha)).toEqual({ articles: [report] });
    expect(await list(usha)).toEqual({ articles: [] });
  });

  it('need a token', async () => {
    const responses = [await client.get(URL), await save([report], {}), await remove('/gst/a', {})];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  });

  it('are rejected with a token of a blocked account', async () => {
    const user = await client.stored(1);
    await made.users.update({ ...user, blocked: true, rev: user.rev + 1 });
    expect((await client.get(URL, asha)).statusCode).toBe(401);
  });
});
