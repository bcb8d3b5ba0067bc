import type { IncomingMessage } from 'node:http';
import { isApiToken } from '@vidhi/contracts/api-tokens.ts';
import { bearerToken } from '@vidhi/service-kit/auth.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/** `unverified`: sent a bearer token that is not valid now. `software`: sent one of the form of an API token. */
export type Identity = Principal | 'anonymous' | 'unverified' | 'software';

/** The verified identity of the sender of each request. */
export interface Identities {
  /** Call before `of`. Null when it is decided already, so that the hot path needs no promise. */
  resolve(request: IncomingMessage): Promise<void> | null;
  of(request: IncomingMessage): Identity;
}

export function createIdentities({ peek, verify }: VerifiedTokens): Identities {
  const identities = new WeakMap<IncomingMessage, Identity>();
  return {
    resolve(request) {
      const token = bearerToken(request);
      if (token === null) return null;
      // The services verify it: the gateway grants nothing to it.
      if (isApiToken(token)) {
        identities.set(request, 'software');
        return null;
      }
      const principal = peek(token);
      if (principal !== undefined) {
        identities.set(request, principal ?? 'unverified');
        return null;
      }
      return verify(token).then((verified) => void identities.set(request, verified ?? 'unverified'));
    },
    of: (request) =>
      request.headers.authorization === undefined ? 'anonymous' : (identities.get(request) ?? 'anonymous'),
  };
}
