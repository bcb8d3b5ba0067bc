import { unavailable } from '@vidhi/contracts/errors.ts';
import { ClaimLook, ClaimOutcome, type Claimant } from '@vidhi/contracts/profile-invitations.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';

/** Longer than catalog waits for the broker after a claim. */
const TIMEOUT_MS = 5_000;

/** Calls to catalog, which owns the invitations to claim profiles. They reject with 503 while it is away. */
export interface InvitationClient {
  look(token: string): Promise<ClaimLook>;
  check(claimant: Claimant): Promise<ClaimOutcome>;
  claim(claimant: Claimant): Promise<ClaimOutcome>;
}

/** Creates the calls; a site without catalog has no invitations. */
export function createInvitationClient(
  catalogUrl: string | undefined,
  serviceToken: string,
): InvitationClient {
  if (catalogUrl === undefined)
    return {
      look: async () => ({ state: 'unknown', offered: null }),
      check: async () => ({ state: 'unknown', kind: null }),
      claim: async () => ({ state: 'unknown', kind: null }),
    };
  const catalog = createServiceClient({
    url: catalogUrl,
    serviceToken,
    timeoutMs: TIMEOUT_MS,
    toError: (cause) => Object.assign(unavailable(), { cause }),
  });
  return {
    look: async (token) => (await catalog.post('/internal/profile-claims/look', ClaimLook, { token })).data,
    check: (claimant) => catalog.post('/internal/profile-claims/check', ClaimOutcome, claimant),
    claim: (claimant) => catalog.post('/internal/profile-claims', ClaimOutcome, claimant),
  };
}
