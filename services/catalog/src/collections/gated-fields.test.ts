import { beforeAll, describe, expect, it } from 'vitest';
import { aCatalog, asRole, type CatalogUnderTest } from '../catalog-builder.ts';
import {
  COUNT,
  SECRET_TEXTS,
  gatedProbes,
  oneSecret,
  otherSecret,
  profilesWith,
} from '../gated-probes-builder.ts';

let one: CatalogUnderTest;
let other: CatalogUnderTest;

beforeAll(async () => {
  one = await aCatalog(profilesWith(oneSecret));
  other = await aCatalog(profilesWith(otherSecret));
  for (const { live } of [one, other])
    for (let id = 1; id <= COUNT; id += 1)
      live.put('user', { id, first_name: `First ${id}`, last_name: 'Last' }, 1);
});

const request = async ({ app }: CatalogUnderTest, url: string, headers = {}) => {
  const { statusCode, headers: received, body } = await app.inject({ url, headers });
  const { date: _date, 'x-request-id': _id, ...rest } = received;
  return { statusCode, rest, body };
};

describe('member-only attributes of profiles', () => {
  it('do not affect any anonymous response', async () => {
    const urls = gatedProbes();
    expect(urls.length).toBeGreaterThanOrEqual(500);
    for (const url of urls) {
      const [first, second] = [await request(one, url), await request(other, url)];
      expect({ url, ...second }).toEqual({ url, ...first });
      expect(first.statusCode).toBeLessThan(500);
      expect(first.body).not.toMatch(SECRET_TEXTS);
    }
  });

  it('do not affect responses with an invalid token, conditional headers or another method', async () => {
    for (const headers of [
      { authorization: 'Bearer nonsense' },
      { 'if-none-match': '*' },
      { authorization: 'Basic x' },
    ]) {
      const [first, second] = [
        await request(one, '/api/lawyers', headers),
        await request(other, '/api/lawyers', headers),
      ];
      expect(second).toEqual(first);
      expect(first.body).not.toContain('SECRET-');
    }
    const heads = await Promise.all(
      [one, other].map(({ app }) => app.inject({ method: 'HEAD', url: '/api/lawyers' })),
    );
    expect(heads[1]?.headers['content-length']).toBe(heads[0]?.headers['content-length']);
  });

  it('are indistinguishable from attributes that do not exist', async () => {
    for (const query of ['filters[NAME][$gt]=1', 'sort=NAME', 'fields=NAME']) {
      const gated = await request(one, `/api/lawyers?${query.replace('NAME', 'Price')}`);
      const unknown = await request(one, `/api/lawyers?${query.replace('NAME', 'Nothing')}`);
      expect([gated.statusCode, gated.body.replaceAll('Price', 'Nothing')]).toEqual([400, unknown.body]);
    }
  });

  it('are visible to logged-in members', async () => {
    const { body } = await request(
      one,
      '/api/lawyers?sort=Price:desc&filters[Identifier][$contains]=SECRET',
      asRole(4),
    );
    expect(JSON.parse(body).data[0]).toMatchObject({
      id: COUNT,
      attributes: { Price: COUNT, Identifier: `SECRET-${COUNT}` },
    });
    expect(body).not.toContain('users_permissions_user');
  });
});
