import { expect, it } from 'vitest';
import {
  MAX_CLIENTS_OF_KIND,
  type KnownClientRepository,
  type StoredClient,
} from './known-client-repository.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 10, minute));
const aClient = (client: string, minute = 0, kind: StoredClient['kind'] = 'device'): StoredClient => ({
  kind,
  client,
  usedAt: at(minute),
});

/** Contract tests of repositories of known clients. */
export function knownClientRepositoryContract(make: () => Promise<KnownClientRepository>): void {
  it('finds the clients of one account among the given ones', async () => {
    const known = await make();
    await known.save(1, [aClient('a'), aClient('b', 0, 'address')]);
    await known.save(2, [aClient('c')]);
    expect(await known.find(1, ['a', 'c'])).toEqual([aClient('a')]);
    expect(await known.find(3, ['a'])).toEqual([]);
  });

  it('stores a client once, with the time of its last use', async () => {
    const known = await make();
    await Promise.all(Array.from({ length: 8 }, () => known.save(1, [aClient('a', 1), aClient('b', 1)])));
    await known.save(1, [aClient('b', 2)]);
    expect(await known.listOf(1)).toEqual([aClient('b', 2), aClient('a', 1)]);
  });

  it('forgets those of a kind that were used least recently', async () => {
    const known = await make();
    await known.save(1, [aClient('address', 0, 'address')]);
    for (let minute = 0; minute < MAX_CLIENTS_OF_KIND + 2; minute += 1)
      await known.save(1, [aClient(`d${minute}`, minute)]);
    const names = (await known.listOf(1)).map(({ client }) => client);
    expect(names).toHaveLength(MAX_CLIENTS_OF_KIND + 1);
    expect(names).toContain('address');
    expect(names).not.toContain('d1');
  });

  it('removes those of one account, those not used for long, and all', async () => {
    const known = await make();
    for (const userId of [1, 2, 3]) await known.save(userId, [aClient('old', 0), aClient('new', 10)]);
    await known.removeAllOf(1);
    await known.removeUsedBefore(at(5));
    expect(await Promise.all([1, 2].map((id) => known.listOf(id)))).toEqual([[], [aClient('new', 10)]]);
    await known.removeAll();
    expect(await known.listOf(3)).toEqual([]);
  });
}
