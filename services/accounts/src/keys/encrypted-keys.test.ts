import { describe, expect, it } from 'vitest';
import { encryptedKeys } from './encrypted-keys.ts';
import { createKeyCipher } from './key-cipher.ts';
import { inMemoryKeyStore, type KeyStore } from './key-repository.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';

const FIRST = 'the first key encryption key of 32+ characters';
const SECOND = 'the second key encryption key of 32+ characters';
const PRINCIPAL = { userId: 7, role: 10, tokenVersion: 2 };

/** Starts the key ring like a process. */
async function start(store: KeyStore, secret?: string, old: string[] = []): Promise<KeyRing> {
  const keys = encryptedKeys(store, secret === undefined ? null : createKeyCipher(secret, old));
  await keys.reencrypt();
  const ring = createKeyRing(keys, { rotationDays: 90 });
  await ring.refresh();
  return ring;
}
const storedText = async (store: KeyStore): Promise<string> => JSON.stringify(await store.list());
const HAS_PRIVATE_MEMBER = /"d":/;

describe('signing keys at rest', () => {
  it('are encrypted when a key is configured, and sign as before', async () => {
    const store = inMemoryKeyStore();
    const ring = await start(store, FIRST);
    expect(await storedText(store)).not.toMatch(HAS_PRIVATE_MEMBER);
    const token = await ring.issue(PRINCIPAL);
    expect(await (await start(store, FIRST)).verify(token)).toEqual(PRINCIPAL);
    expect(await store.list()).toHaveLength(1);
  });

  it('are stored in plain text without one, and encrypted at the first start with one', async () => {
    const store = inMemoryKeyStore();
    const token = await (await start(store)).issue(PRINCIPAL);
    expect(await storedText(store)).toMatch(HAS_PRIVATE_MEMBER);
    const ring = await start(store, FIRST);
    expect(await storedText(store)).not.toMatch(HAS_PRIVATE_MEMBER);
    expect(await ring.verify(token)).toEqual(PRINCIPAL);
    expect(await ring.verify(await ring.issue(PRINCIPAL))).toEqual(PRINCIPAL);
  });

  it('are re-encrypted when the key is replaced; then the old one is not needed', async () => {
    const store = inMemoryKeyStore();
    const token = await (await start(store, FIRST)).issue(PRINCIPAL);
    await start(store, SECOND, [FIRST]);
    expect(await (await start(store, SECOND)).verify(token)).toEqual(PRINCIPAL);
    expect(await store.list()).toHaveLength(1);
  });

  it.each([
    ['another key', SECOND],
    ['no key', undefined],
  ])(
    'stop the start with %s by an error with the setting’s name, and do not change',
    async (_name, secret) => {
      const store = inMemoryKeyStore();
      await start(store, FIRST);
      const before = await storedText(store);
      await expect(start(store, secret)).rejects.toThrow(/KEY_ENCRYPTION_KEY/);
      expect(await storedText(store)).toBe(before);
    },
  );

  it('are rejected when one was stored as another, or changed', async () => {
    const store = inMemoryKeyStore();
    await start(store, FIRST);
    const [key] = await store.list();
    if (key === undefined) throw new Error('there is no key');
    await store.remove(1);
    await store.insert({ ...key, generation: 2 });
    await expect(start(store, FIRST)).rejects.toThrow('it was changed');
  });
});
