import { KeyEncryptionError, type KeyCipher } from './key-cipher.ts';
import type { KeyRepository, KeyStore, StoredKey, StoredPrivate } from './key-repository.ts';
import type { SigningKey } from './signing-key.ts';

export interface EncryptedKeys extends KeyRepository {
  /**
   * Encrypts keys stored in plain text or with an older key with the current one; does nothing without one.
   */
  reencrypt(): Promise<void>;
}

/** Binds a ciphertext to its key id (authenticated data), so that it cannot be stored as another key. */
const contextOf = ({ generation, kid }: Pick<SigningKey, 'generation' | 'kid'>): string =>
  `signing key ${generation} (${kid})`;

/**
 * Signing keys whose private parts are encrypted at rest when there is a cipher. Reading rejects with
 * `KeyEncryptionError` when a key cannot be decrypted, so that no new one is created in its place.
 */
export function encryptedKeys(store: KeyStore, cipher: KeyCipher | null): EncryptedKeys {
  function open(key: StoredKey): SigningKey {
    const { stored, ...rest } = key;
    if ('privateJwk' in stored) return { ...rest, privateJwk: stored.privateJwk };
    const context = contextOf(key);
    if (cipher === null) throw new KeyEncryptionError(`${context} is encrypted`);
    return { ...rest, privateJwk: JSON.parse(cipher.open(stored.sealedJwk, context)) };
  }

  function seal({ privateJwk, ...rest }: SigningKey): StoredKey {
    const stored: StoredPrivate =
      cipher === null
        ? { privateJwk }
        : { sealedJwk: cipher.seal(JSON.stringify(privateJwk), contextOf(rest)) };
    return { ...rest, stored };
  }

  const isCurrent = ({ stored }: StoredKey): boolean =>
    'sealedJwk' in stored && stored.sealedJwk.keyId === cipher?.currentKeyId;

  return {
    list: async () => (await store.list()).map(open),
    insert: (key) => store.insert(seal(key)),
    remove: (generation) => store.remove(generation),
    async reencrypt() {
      if (cipher === null) return;
      for (const key of await store.list()) if (!isCurrent(key)) await store.replacePrivate(seal(open(key)));
    },
  };
}
