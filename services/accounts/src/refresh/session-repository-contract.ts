import { expect, it } from 'vitest';
import { endOfLife, idleEnd, type RefreshSession } from './refresh-session.ts';
import type { SessionRepository } from './session-repository.ts';

const AT = new Date(Date.now() + 60_000);

const aSession = (overrides: Partial<RefreshSession> = {}): RefreshSession => ({
  id: 'one',
  userId: 7,
  tokenVersion: 2,
  key: 'k',
  current: 'first',
  previous: null,
  rotatedAt: AT,
  endsAt: endOfLife(AT),
  expiresAt: idleEnd(AT, endOfLife(AT)),
  ...overrides,
});

/** Contract tests of session repositories. */
export function sessionRepositoryContract(make: () => Promise<SessionRepository>): void {
  const rotation = (current: string) => ({ current, at: AT, expiresAt: endOfLife(AT) });

  it('finds inserted sessions only', async () => {
    const sessions = await make();
    await sessions.insert(aSession());
    expect(await sessions.find('one')).toEqual(aSession());
    expect(await sessions.find('two')).toBeNull();
  });

  it('rotates only the current fingerprint', async () => {
    const sessions = await make();
    await sessions.insert(aSession());
    expect(await sessions.rotate('one', 'first', rotation('second'))).toBe(true);
    const rotated = aSession({ current: 'second', previous: 'first', expiresAt: endOfLife(AT) });
    expect(await sessions.find('one')).toEqual(rotated);
    expect(await sessions.rotate('one', 'first', rotation('third'))).toBe(false);
    expect(await sessions.rotate('two', 'first', rotation('third'))).toBe(false);
    expect(await sessions.find('one')).toEqual(rotated);
  });

  it('lets exactly one of many concurrent rotations succeed', async () => {
    const sessions = await make();
    await sessions.insert(aSession());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sessions.rotate('one', 'first', rotation(`next-${index}`))),
    );
    expect(outcomes.filter((done) => done)).toHaveLength(1);
  });

  it('removes one, or all', async () => {
    const sessions = await make();
    for (const id of ['one', 'two', 'three']) await sessions.insert(aSession({ id }));
    await sessions.remove('one');
    expect([await sessions.find('one'), (await sessions.find('two'))?.id]).toEqual([null, 'two']);
    await sessions.removeAll();
    expect([await sessions.find('two'), await sessions.find('three')]).toEqual([null, null]);
  });

  it('removes all but the most recently used of a user', async () => {
    const sessions = await make();
    const usedAt = (ms: number) => ({ rotatedAt: new Date(AT.getTime() + ms) });
    for (const [id, ms] of [
      ['b', 2],
      ['d', 4],
      ['a', 1],
      ['c', 3],
    ] as const)
      await sessions.insert(aSession({ id, ...usedAt(ms) }));
    await sessions.insert(aSession({ id: 'other', userId: 8, ...usedAt(0) }));
    await sessions.removeOldest(7, 2);
    await sessions.removeOldest(9, 0);
    const left: string[] = [];
    for (const id of ['a', 'b', 'c', 'd', 'other']) if ((await sessions.find(id)) !== null) left.push(id);
    expect(left).toEqual(['c', 'd', 'other']);
    expect((await sessions.listOf(7)).map(({ id }) => id)).toEqual(['d', 'c']);
    await sessions.removeOldest(7, 0);
    expect(await sessions.listOf(7)).toEqual([]);
    expect(await sessions.find('other')).not.toBeNull();
  });

  it('removes expired sessions only', async () => {
    const sessions = await make();
    const later = new Date(AT.getTime() + 1);
    await sessions.insert(aSession({ id: 'over', expiresAt: AT }));
    await sessions.insert(aSession({ id: 'alive', expiresAt: later }));
    await sessions.removeExpired(AT);
    expect([await sessions.find('over'), (await sessions.find('alive'))?.id]).toEqual([null, 'alive']);
  });
}
