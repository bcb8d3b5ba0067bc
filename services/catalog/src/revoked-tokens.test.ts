import { beforeEach, describe, expect, it } from 'vitest';
import { UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import { aCatalog, aProfile, asRole, type CatalogUnderTest } from './catalog-builder.ts';
import { toModelChange } from './model/model-changes.ts';

let catalog: CatalogUnderTest;
beforeEach(async () => {
  catalog = await aCatalog({ lawyer: [aProfile(1, { users_permissions_user: 1 })] });
});

/** Handles `user.updated` of user 1 as the consumer does. */
function handleUserUpdated(rev: number, tokenVersion: number): void {
  const change = toModelChange({
    id: eventId(UserUpdated.type, 1, rev),
    type: UserUpdated.type,
    v: UserUpdated.v,
    aggregateId: '1',
    occurredAt: '2026-11-20T10:00:00.000Z',
    data: { rev, id: 1, first_name: 'Asha', last_name: 'Rao', role: 10, tokenVersion },
  });
  if (change?.kind !== 'put') throw new Error('the event puts no document');
  catalog.live.put(change.name, change.doc, change.rev);
}

const OWNER = '/api/lawyers/1?populate=users_permissions_user';
const read = (headers: Record<string, string>, url = OWNER) => catalog.app.inject({ url, headers });
const create = (headers: Record<string, string>) =>
  catalog.app.inject({
    method: 'POST',
    url: '/api/books',
    headers,
    payload: { data: { Title: 'Act', Price: 5 } },
  });

describe('a token of staff', () => {
  it('is revoked by the next request after an event with a higher token version', async () => {
    handleUserUpdated(1, 1);
    expect((await read(asRole(10, 1))).body).toContain('"Rao"');
    expect((await create(asRole(10, 1))).statusCode).not.toBe(401);
    const before = catalog.store.events.length;
    handleUserUpdated(2, 2);
    for (const response of [
      await read(asRole(10, 1)),
      await create(asRole(10, 1)),
      await create(asRole(11, 1)),
    ])
      expect([response.statusCode, response.json()]).toEqual([
        401,
        {
          data: null,
          error: {
            status: 401,
            name: 'UnauthorizedError',
            message: 'Invalid credentials',
            details: {},
          },
        },
      ]);
    expect(catalog.store.events).toHaveLength(before);
    expect((await read(asRole(10, 2))).body).toContain('"Rao"');
  });
});

describe('a token of a member', () => {
  it('shows what visitors see once it is revoked', async () => {
    handleUserUpdated(1, 1);
    expect((await read(asRole(5, 1))).body).toContain('BAR/1');
    handleUserUpdated(2, 2);
    const revoked = await read(asRole(5, 1));
    expect([revoked.body, revoked.headers['x-token-ignored']]).toEqual([(await read({})).body, '1']);
    expect(revoked.body).not.toContain('BAR/1');
  });
});

describe('the token version', () => {
  it('is in no response, for any client', async () => {
    handleUserUpdated(1, 1);
    for (const headers of [{}, asRole(5), asRole(10), asRole(11)])
      for (const url of [OWNER, '/api/lawyers/1?populate=*', '/api/lawyers?populate=deep']) {
        const response = await read(headers, url);
        expect([response.statusCode, response.body]).toEqual([
          200,
          expect.not.stringMatching(/token_?version/i),
        ]);
      }
  });

  it.each([
    'populate[users_permissions_user][fields][0]=token_version',
    'populate[users_permissions_user][filters][token_version]=1',
    'filters[users_permissions_user][token_version]=1',
    'sort=users_permissions_user.token_version',
  ])('is not an attribute for %s', async (query) => {
    handleUserUpdated(1, 1);
    const responsesTo = async (name: string) => {
      const response = await read(asRole(11), `/api/lawyers?${query.replace('token_version', name)}`);
      return [response.statusCode, response.body.replaceAll(name, 'NAME')];
    };
    expect(await responsesTo('token_version')).toEqual(await responsesTo('no_attribute'));
  });
});
