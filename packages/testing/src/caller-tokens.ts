import type { Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { CALLER_IDS, type Caller } from './authorization-matrix.ts';
import { createTokenMaker, serveKeys } from './tokens.ts';

/** Access tokens of the callers of a matrix, signed as those of accounts are: the role of each is its id. */
export interface CallerTokens {
  /** URL of the keys that verify the tokens, for `createTokenVerifier`. */
  keysUrl: string;
  tokenOf(caller: Exclude<Caller, 'anonymous'>): Promise<string>;
  headersOf(caller: Caller): Promise<Record<string, string>>;
  /** Headers of an editor with these desks. */
  headersOfDesks(desks: readonly Desk[]): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Creates tokens that are valid, expired, signed with a key of somebody else, and of a token version before the current
 * 1.
 */
export async function createCallerTokens(): Promise<CallerTokens> {
  const [ours, theirs] = await Promise.all([createTokenMaker(), createTokenMaker()]);
  const keys = await serveKeys(ours.jwks);
  const tokenOf: CallerTokens['tokenOf'] = (caller) => {
    const id = CALLER_IDS[caller];
    const claims = { userId: id, role: id, tokenVersion: caller.startsWith('revoked') ? 0 : 1 };
    if (caller === 'forged') return theirs.accessToken(claims);
    return ours.accessToken(claims, caller === 'expired' ? { expiresInSeconds: -60 } : {});
  };
  return {
    keysUrl: keys.url,
    tokenOf,
    headersOf: async (caller): Promise<Record<string, string>> =>
      caller === 'anonymous' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` },
    headersOfDesks: (desks) => ours.bearer({ userId: CALLER_IDS.editor, role: ROLE.editor, desks }),
    close: keys.close,
  };
}
