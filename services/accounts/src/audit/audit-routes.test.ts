import { afterEach, describe, expect, it } from 'vitest';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { NOW, SERVICE_TOKEN, anAccountsApp, type TestApp } from '../app-builder.ts';
import { aUser } from '../users/user-builder.ts';
import { createRecordFact } from './audit-log.ts';

let made: TestApp;
afterEach(async () => made.app.close());

const OWNER = aUser({ id: 11, role: ROLE.administrator, email: 'o@x.in', username: 'o', first_name: 'Asha' });
const EDITOR = aUser({ id: 10, role: ROLE.editor, email: 'e@x.in', username: 'e', first_name: 'Meena' });

const aFact = (values: Partial<AuditFact> = {}): AuditFact => ({
  at: '2026-11-28T20:00:00.000Z',
  actor: { id: 10, role: 10, via: 'console' },
  action: 'update',
  service: 'news',
  type: 'post',
  id: '41',
  label: 'A title',
  changes: [{ path: 'title', from: 'A', to: 'B' }],
  ...values,
});

async function aLog(...facts: Partial<AuditFact>[]): Promise<void> {
  made = await anAccountsApp({ users: [OWNER, EDITOR] });
  const record = createRecordFact(made.audit, () => NOW);
  for (const [index, fact] of facts.entries()) await record({ eventId: `audit:${index}`, fact: aFact(fact) });
}

async function get(url: string, role: number = ROLE.administrator, desks: readonly Desk[] = []) {
  const token = await made.keyRing.issue({ userId: role, role, tokenVersion: 0, desks });
  return made.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}

const idsOf = async (query: string): Promise<string[]> => {
  const { data } = (await get(`/api/audit?${query}`)).json() as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

describe('GET /api/audit', () => {
  it('lists entries from the newest on, with the present name of the actor', async () => {
    await aLog({}, { action: 'publish' });
    const response = await get('/api/audit?pageSize=1');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      data: [
        {
          id: 'audit:1',
          actor: { id: 10, name: 'Meena', via: 'console' },
          action: 'publish',
          resource: { type: 'post', id: '41', label: 'A title' },
          changes: [{ path: 'title', from: 'A', to: 'B' }],
        },
      ],
      meta: { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } },
    });
    expect((await get('/api/audit?pageSize=1&page=2')).json()).toMatchObject({ data: [{ id: 'audit:0' }] });
  });

  it('filters by actor, action, service, record and days of India', async () => {
    await aLog(
      { at: '2026-11-27T18:29:59.000Z' },
      { at: '2026-11-27T18:30:00.000Z', action: 'publish' },
      { at: '2026-11-28T18:30:00.000Z', id: '4', actor: { id: 11, role: 11, via: 'api' } },
      { at: '2026-11-30T00:00:00.000Z', service: 'catalog', type: 'book' },
    );
    expect(await idsOf('from=2026-11-28&to=2026-11-28')).toEqual(['audit:1']);
    expect(await idsOf('to=2026-11-27T18:30:00Z')).toEqual(['audit:0']);
    expect(await idsOf('actor=11')).toEqual(['audit:2']);
    expect(await idsOf('action=publish')).toEqual(['audit:1']);
    expect(await idsOf('service=catalog')).toEqual(['audit:3']);
    expect(await idsOf('resource=book')).toEqual(['audit:3']);
    expect(await idsOf('resource=post:4')).toEqual(['audit:2']);
  });

  it.each([
    'page=0',
    'page=1;drop',
    'pageSize=-1',
    'actor=me',
    'from=yesterday',
    'resource=post%00',
    'sort=at',
  ])('rejects ?%s', async (query) => {
    await aLog();
    expect((await get(`/api/audit?${query}`)).statusCode).toBe(400);
  });

  it('shows an editor the entries of a record of their desks, and no others', async () => {
    await aLog({}, { type: 'lawyer', service: 'catalog' });
    const statusOf = async (query: string, ...desks: Desk[]): Promise<number> =>
      (await get(`/api/audit?${query}`, ROLE.editor, desks)).statusCode;
    expect(await statusOf('resource=post:41', 'news')).toBe(200);
    expect(await statusOf('resource=post:41', 'shop', 'directory', 'people', 'refund')).toBe(403);
    expect(await statusOf('resource=lawyer:41', 'directory')).toBe(200);
    // Nothing widens the query beyond the record.
    for (const query of ['', 'resource=post', 'resource=user:10', 'actor=10', 'resource=nothing:1'])
      expect([query, await statusOf(query, 'news', 'publish', 'shop', 'directory')]).toEqual([query, 403]);
  });
});

describe('GET /api/audit/export.csv', () => {
  it('has every entry, no formula, and is itself an entry', async () => {
    await aLog({ label: '=HYPERLINK("http://x")' }, { label: 'Say "no"' });
    const response = await get('/api/audit/export.csv?service=news');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = response.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.startsWith('\uFEFFseq,at,')).toBe(true);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[2]).toContain('"Say ""no"""');
    expect((await get('/api/audit?action=export')).json()).toMatchObject({
      data: [{ actor: { id: 11, name: 'Asha' }, changes: [{ path: 'rows', to: 2 }] }],
    });
  });
});

describe('GET /api/audit/verification', () => {
  it('says whether the log is as it was written', async () => {
    await aLog({}, {}, {});
    expect((await get('/api/audit/verification')).json()).toMatchObject({
      data: { ok: true, entries: 3, problem: null },
    });
    const [, second] = await made.audit.after({}, 0, 3);
    if (second === undefined) throw new Error('no second entry');
    second.action = 'delete';
    expect((await get('/api/audit/verification')).json()).toMatchObject({
      data: { ok: false, problem: { seq: 2, reason: 'changed' } },
    });
  });
});

describe('the entries of accounts', () => {
  it('say what staff and owners changed, without personal values', async () => {
    made = await anAccountsApp({ users: [OWNER, aUser({ id: 4, email: 'asha@example.com' })] });
    const owner = await made.keyRing.issue({ userId: 11, role: 11, tokenVersion: 0 });
    await made.app.inject({
      method: 'PUT',
      url: '/api/users/4',
      headers: { authorization: `Bearer ${owner}`, 'sec-fetch-site': 'same-origin' },
      payload: { first_name: 'Quillfeather', blocked: true },
    });
    await made.app.inject({
      method: 'POST',
      url: '/internal/staff',
      headers: { 'x-service-token': SERVICE_TOKEN },
      payload: { email: 'quill@example.com', role: 'editor', first_name: 'Quillfeather' },
    });
    expect(made.users.audited).toMatchObject([
      {
        actor: { id: 11, role: 11, via: 'console' },
        action: 'block',
        type: 'user',
        id: '4',
        label: null,
        changes: [{ path: 'blocked', from: false, to: true }, { path: 'first_name' }],
      },
      { actor: { id: null, role: null, via: 'cli' }, action: 'staff_added' },
    ]);
    expect(JSON.stringify(made.users.audited)).not.toMatch(/quill|asha|argon/i);
  });
});
