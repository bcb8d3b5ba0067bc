import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A text encrypted with AES-256-GCM, and the id of the key that it was encrypted with. */
export interface SealedText {
  keyId: string;
  /** Initialisation vector, ciphertext and tag, in base64. */
  data: string;
}

/** Encrypts with the current key; decrypts with it and with former ones. */
export interface KeyCipher {
  currentKeyId: string;
  /** @param context is authenticated but not stored: pass the same to `open`. */
  seal(text: string, context: string): SealedText;
  /** Throws `KeyEncryptionError` when no key matches or the text was changed. */
  open(sealed: SealedText, context: string): string;
}

/** The stored signing keys cannot be read with the configured keys; the message names the settings. */
export class KeyEncryptionError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(
      `${what}; set KEY_ENCRYPTION_KEY to the key that encrypted it, or list that key in KEY_ENCRYPTION_OLD_KEYS`,
      options,
    );
    this.name = 'KeyEncryptionError';
  }
}

interface DerivedKey {
  id: string;
  key: Buffer;
}

const SIGNING_KEYS = 'vidhi signing key encryption';

function deriveKey(secret: string, purpose: string): DerivedKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  return { id: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16), key };
}

/**
 * @param oldSecrets are former keys, used for decryption only
 * @param purpose separates the keys that are derived from one secret
 */
export function createKeyCipher(
  secret: string,
  oldSecrets: readonly string[] = [],
  purpose: string = SIGNING_KEYS,
): KeyCipher {
  const current = deriveKey(secret, purpose);
  const former = oldSecrets.map((old) => deriveKey(old, purpose));
  const keys = new Map([...former, current].map(({ id, key }) => [id, key]));
  return {
    currentKeyId: current.id,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return { keyId: current.id, data: Buffer.concat(parts).toString('base64') };
    },
    open({ keyId, data }, context) {
      const key = keys.get(keyId);
      if (key === undefined)
        throw new KeyEncryptionError(`${context} was encrypted with another key (${keyId})`);
      const bytes = Buffer.from(data, 'base64');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return (
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch (error) {
        throw new KeyEncryptionError(`${context} does not decrypt: it was changed`, { cause: error });
      }
    },
  };
}
