import type { FastifyBaseLogger } from 'fastify';
import type { EncryptedKeys } from './encrypted-keys.ts';
import { KeyEncryptionError } from './key-cipher.ts';
import type { KeyRing } from './key-ring.ts';

interface ReadKeysOptions {
  signingKeys: Pick<EncryptedKeys, 'reencrypt'>;
  keyRing: Pick<KeyRing, 'refresh'>;
  log: Pick<FastifyBaseLogger, 'fatal'>;
}

/** Ends the process when the stored keys cannot be decrypted: only an operator can mend that. */
export async function readKeys({ signingKeys, keyRing, log }: ReadKeysOptions): Promise<void> {
  try {
    await signingKeys.reencrypt();
    await keyRing.refresh();
  } catch (error) {
    if (!(error instanceof KeyEncryptionError)) throw error;
    log.fatal({ err: error }, error.message);
    process.exit(1);
  }
}
