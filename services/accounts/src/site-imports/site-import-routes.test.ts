import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMPORT_PART_BYTES, type SiteImport } from '@vidhi/contracts/site-imports.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aUser } from '../users/user-builder.ts';
import { anAccountsApp, type TestApp } from '../app-builder.ts';
import type { SiteImports } from './site-imports.ts';

const STATE: SiteImport = { is_available: true, limit_bytes: 1_000, archive: null, run: null };
let made: TestApp;
let calls: unknown[];

const recording =
  (name: string) =>
  async (...args: unknown[]): Promise<SiteImport> => {
    calls.push([name, ...args]);
    return STATE;
  };

beforeEach(async () => {
  calls = [];
  const siteImports: SiteImports = {
    read: recording('read'),
    begin: recording('begin'),
    receive: recording('receive'),
    remove: recording('remove'),
    start: recording('start'),
    close: async () => undefined,
  };
  made = await anAccountsApp({ siteImports, users: [aUser({ id: 11, role: ROLE.administrator })] });
});
afterEach(async () => made.app.close());

async function send(part: Buffer | string, query: string, type: string | null = 'application/octet-stream') {
  const token = await made.keyRing.issue({ userId: 11, role: 11, tokenVersion: 0 });
  return made.app.inject({
    method: 'PUT',
    url: `/api/system/imports/archive${query}`,
    headers: { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) },
    payload: part,
  });
}

describe('a part of an archive', () => {
  it('is received as it is, at its place', async () => {
    const part = Buffer.from([0, 255, 13, 10]);
    const { statusCode, headers, body } = await send(part, '?offset=3000000000');
    expect([statusCode, JSON.parse(body)]).toEqual([200, { data: STATE }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(calls).toEqual([['receive', 3_000_000_000, part]]);
  });

  it.each(['', '?offset=', '?offset=-1', '?offset=1.5', '?offset=x'])('is rejected at %j', async (query) => {
    expect((await send(Buffer.from('x'), query)).statusCode).toBe(400);
    expect(calls).toEqual([]);
  });

  it.each([
    ['"text"', 'application/json'],
    ['{}', 'application/json'],
    ['', null],
  ])('is rejected as %j of the type %j', async (part, type) => {
    expect((await send(part, '?offset=0', type)).statusCode).toBe(400);
    expect(calls).toEqual([]);
  });

  it('is rejected where it is too large', async () => {
    expect((await send(Buffer.alloc(MAX_IMPORT_PART_BYTES + 1), '?offset=0')).statusCode).toBe(413);
    expect(calls).toEqual([]);
  });
});
