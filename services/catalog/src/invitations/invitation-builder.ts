import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createLinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import { memoryContentStore, type MemoryContentStore } from '@vidhi/content-service/testing.ts';
import { inMemoryProfileDecisions, type ProfileDecisions } from '../profiles/profile-decisions.ts';
import type { FindProfileOf } from '../profiles/user-data-routes.ts';
import { createClaims, type ClaimOptions, type Claims } from './claim-profile.ts';
import { inMemoryInvitationStore, type InvitationStore } from './invitation-store.ts';
import { createInvitations, type Invitations } from './invitations.ts';

/** Tokens of the links of the tests. */
export const TEST_TOKENS = createLinkTokens('tests', 's'.repeat(32));

interface InvitationParts {
  store: MemoryContentStore;
  live: ClaimOptions['live'];
  decisions: ProfileDecisions;
  findProfileOf: FindProfileOf;
  invitations?: InvitationStore;
  now?: () => Date;
}

/** Creates the invitations and claims of a catalogue under test. */
export function invitationsOf({
  store,
  live,
  decisions,
  findProfileOf,
  invitations = inMemoryInvitationStore(),
  now = () => new Date(),
}: InvitationParts): { invitations: Invitations; claims: Claims } {
  return {
    invitations: createInvitations({ invitations, store, tokens: TEST_TOKENS, now }),
    claims: createClaims({
      invitations,
      store,
      live,
      decisions,
      findProfileOf,
      acknowledged: async () => undefined,
      now,
    }),
  };
}

/** Invitations for tests of other routes: there are none. */
export const noInvitations = (store: MemoryContentStore = memoryContentStore()) =>
  invitationsOf({
    store,
    live: { put: () => undefined },
    decisions: inMemoryProfileDecisions(),
    findProfileOf: async (): Promise<StoredDocument | null> => null,
  });
