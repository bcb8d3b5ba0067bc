import type { SealedText } from '../keys/key-cipher.ts';

/** The second step of an account's login. */
export interface SecondStep {
  /** The secret of the authenticator app, encrypted. */
  secret: SealedText;
  /** Time step of the newest accepted code: no code of it, or of one before, is accepted again. */
  lastStep: number;
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: readonly string[];
  since: string;
}
