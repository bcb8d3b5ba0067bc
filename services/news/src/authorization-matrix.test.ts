import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER_IDS, readRow, unlistedRoutes, type Caller } from '@vidhi/testing/authorization-matrix.ts';
import { aNewsApp, aPost, asRole } from './app-builder.ts';
import { ROWS } from './authorization-matrix-builder.ts';

async function anApp() {
  const { app, live } = await aNewsApp({ documents: { post: [aPost(1)] } });
  live.put('user', { id: 1, first_name: 'A', last_name: 'B', token_version: 1 }, 1);
  return {
    app,
    // Signature and expiry are verified in service-kit, with tests of its own: here both are tokens that are not valid.
    async headersOf(caller: Caller): Promise<Record<string, string>> {
      if (caller === 'anonymous') return {};
      if (caller === 'expired' || caller === 'forged') return { authorization: `Bearer ${caller}` };
      return asRole(CALLER_IDS[caller], caller.startsWith('revoked') ? 0 : 1);
    },
  };
}

describe('the authorization matrix of news', () => {
  let shared: Awaited<ReturnType<typeof anApp>>;
  beforeAll(async () => {
    shared = await anApp();
  });
  afterAll(async () => shared.app.close());

  it('has a row for every route', () => {
    expect(unlistedRoutes(shared.app, ROWS)).toEqual([]);
  });

  it.each(ROWS.map((row) => ({ ...row, name: `${row.route} (${row.target})` })))('$name', async (row) => {
    expect(await readRow(row, shared, anApp)).toBe(row.allowed);
  });
});
