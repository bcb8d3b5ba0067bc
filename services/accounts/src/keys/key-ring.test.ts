import { beforeEach, describe, expect, it } from 'vitest';
import { encryptedKeys } from './encrypted-keys.ts';
import { inMemoryKeyStore, type KeyRepository } from './key-repository.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PRINCIPAL = { userId: 7, role: 10, tokenVersion: 2 };

let now: Date;
let repository: KeyRepository;
const aRing = (): KeyRing => createKeyRing(repository, { rotationDays: 90, now: () => now });
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

beforeEach(() => {
  now = new Date();
  repository = encryptedKeys(inMemoryKeyStore(), null);
});

describe('createKeyRing', () => {
  it('creates one key when several processes start together, and each accepts the tokens of all', async () => {
    const rings = Array.from({ length: 8 }, aRing);
    await Promise.all(rings.map((ring) => ring.refresh()));
    expect(await repository.list()).toHaveLength(1);
    const tokens = await Promise.all(rings.map((ring) => ring.issue(PRINCIPAL)));
    for (const ring of rings) for (const token of tokens) expect(await ring.verify(token)).toEqual(PRINCIPAL);
  });

  it('publishes no private key members', async () => {
    const ring = aRing();
    await ring.refresh();
    const [key] = ring.published().keys;
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  it('publishes the next key twenty minutes before it signs with it', async () => {
    const ring = aRing();
    await ring.refresh();
    const first = kidOf(await ring.issue(PRINCIPAL));
    pass(90 * DAY_MS);
    await ring.refresh();
    expect(ring.published().keys).toHaveLength(2);
    pass(20 * MINUTE_MS - 1);
    expect(kidOf(await ring.issue(PRINCIPAL))).toBe(first);
    pass(1);
    expect(kidOf(await ring.issue(PRINCIPAL))).toBe(ring.published().keys[1]?.kid);
  });

  it('keeps the old key until the last ticket signed with it has expired, and then removes it', async () => {
    const ring = aRing();
    await ring.refresh();
    const [first] = ring.published().keys;
    pass(90 * DAY_MS);
    await ring.refresh();
    pass(99 * MINUTE_MS);
    await ring.refresh();
    expect(ring.published().keys).toContainEqual(first);
    pass(2 * MINUTE_MS);
    await ring.refresh();
    expect(ring.published().keys).not.toContainEqual(first);
    expect(await repository.list()).toHaveLength(1);
  });

  it('creates one next key, also concurrently', async () => {
    const rings = [aRing(), aRing(), aRing()];
    await Promise.all(rings.map((ring) => ring.refresh()));
    pass(91 * DAY_MS);
    await Promise.all(rings.map((ring) => ring.refresh()));
    await Promise.all(rings.map((ring) => ring.refresh()));
    expect((await repository.list()).map(({ generation }) => generation)).toEqual([1, 2]);
    for (const ring of rings) expect(ring.published()).toEqual(rings[0]?.published());
  });

  it('verifies and signs nothing before its keys are loaded', async () => {
    const filled = aRing();
    await filled.refresh();
    const empty = aRing();
    expect(await empty.verify(await filled.issue(PRINCIPAL))).toBeNull();
    await expect(empty.issue(PRINCIPAL)).rejects.toThrow('no key may sign yet');
  });
});
