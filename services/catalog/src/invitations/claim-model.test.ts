import { describe, expect, it } from 'vitest';
import { DuplicateValueError } from '@vidhi/content-service/store.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createRandom } from '@vidhi/testing/random-numbers.ts';
import { aProfile } from '../catalog-builder.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { inMemoryProfileDecisions } from '../profiles/profile-decisions.ts';
import { createClaims, type ClaimOptions } from './claim-profile.ts';
import { ownerIdOf } from './claim-state.ts';
import { TEST_TOKENS } from './invitation-builder.ts';
import { inMemoryInvitationStore } from './invitation-store.ts';
import { createInvitations } from './invitations.ts';

class Killed extends Error {}

const STAFF = { id: 1, role: 10, via: 'console' } as const;
const [ASHA, OTHER] = [7, 8];
const EMAIL = 'asha@example.in';
const HOUR = 3_600_000;

interface Explored {
  owner: number | null;
  state: string | undefined;
  /** Whether the response to the desk was that the invitation is revoked, or that another one was mailed. */
  isRevoked: boolean;
  isSentAgain: boolean;
  isGivenToOther: boolean;
  isClaimed: boolean;
}

/** An account that presses twice, staff that revokes, sends again, suspends or gives the profile away, and deaths of processes. */
async function runSchedule(seed: number): Promise<Explored> {
  const random = createRandom(seed);
  const started = Date.now();
  let time = started;
  const now = () => new Date(time);
  let profile: StoredDocument | null = aProfile(1, { updatedAt: '2026-10-02T09:00:00.000Z' });
  const hasOther = random() < 0.1;
  const stored = inMemoryInvitationStore();
  const waiting: (() => void)[] = [];
  let isQuiet = false;
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isQuiet) return work();
    await new Promise<void>((resolve) => void waiting.push(resolve));
    if (random() < 0.05) throw new Killed();
    const result = await work();
    if (random() < 0.05) throw new Killed();
    return result;
  }
  const store: ClaimOptions['store'] = {
    find: () => run(async () => (profile === null ? null : { doc: profile, rev: 1 })),
    update: (_collection, _id, decide) =>
      run(async () => {
        if (profile === null) return null;
        const values = decide(profile);
        if (hasOther && values['users_permissions_user'] === ASHA)
          throw new DuplicateValueError(lawyerCollection, null);
        profile = { ...profile, ...values };
        return { doc: profile, rev: 2 };
      }),
  };
  const quiet = { find: async () => (profile === null ? null : { doc: profile, rev: 1 }) };
  const inSteps: ClaimOptions['invitations'] = {
    ...stored,
    find: (id) => run(() => stored.find(id)),
    findByToken: (hash) => run(() => stored.findByToken(hash)),
    begin: (...begun) => run(() => stored.begin(...begun)),
    reopen: (id) => run(() => stored.reopen(id)),
    complete: (...ended) => run(() => stored.complete(...ended)),
    revoke: (...revoked) => run(() => stored.revoke(...revoked)),
    invite: (...invited) => run(() => stored.invite(...invited)),
  };
  const claims = createClaims({
    invitations: inSteps,
    store,
    live: { put: () => undefined },
    acknowledged: async () => undefined,
    decisions: inMemoryProfileDecisions(),
    findProfileOf: async () => null,
    now,
  });
  await createInvitations({ invitations: stored, store: quiet, tokens: TEST_TOKENS, now }).invite(
    1,
    EMAIL,
    STAFF,
  );
  const { requestId = '' } = (await stored.find(1)) ?? {};
  const claimant = { token: TEST_TOKENS.tokenOf(requestId), userId: ASHA, email: EMAIL };

  const explored: Explored = {
    owner: null,
    state: undefined,
    isRevoked: false,
    isSentAgain: false,
    isGivenToOther: false,
    isClaimed: false,
  };
  const press = async (): Promise<void> => {
    const { state } = await claims.claim(claimant);
    if (state === 'claimed') explored.isClaimed = true;
  };
  const ofStaff = createInvitations({ invitations: inSteps, store, tokens: TEST_TOKENS, now });
  const staff: readonly (() => Promise<void>)[] = [
    async () => {
      await ofStaff.revoke(1, STAFF);
      explored.isRevoked = true;
    },
    async () => {
      await ofStaff.invite(1, EMAIL, STAFF);
      explored.isSentAgain = true;
    },
    async () => {
      await store.update(lawyerCollection, 1, () => ({ suspended: true }));
    },
    async () => {
      await store.update(lawyerCollection, 1, (current) => {
        if (ownerIdOf(current) !== null) return {};
        explored.isGivenToOther = true;
        return { users_permissions_user: OTHER };
      });
    },
    async () => {
      await run(async () => {
        profile = null;
        await stored.forget(1, now());
      });
    },
  ];
  const chosen = staff[Math.floor(random() * (staff.length + 1))];
  const actions = [press, press, ...(chosen === undefined ? [] : [chosen])];
  let running = actions.length;
  const all = actions.map(async (action) => {
    await action().catch((error: unknown) => {
      // 404 and 409: it is too late.
      if (!(error instanceof Killed) && !(error instanceof WireError)) throw error;
    });
    running -= 1;
  });
  while (running > 0) {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
  }
  await Promise.all(all);
  // A process that lives completes what others have left.
  isQuiet = true;
  time = started + HOUR / 2;
  await claims.sweep();
  const left = profile as StoredDocument | null;
  explored.owner = left === null ? null : ownerIdOf(left);
  explored.state = (await stored.find(1))?.state;
  const isSuspended = left !== null && storedAs(lawyerCollection, left).suspended === true;
  if (explored.state === 'open' && explored.owner === null && !isSuspended && left !== null && !hasOther)
    if (!explored.isSentAgain) await press();
  return explored;
}

/** Returns what must not be, of a schedule that has ended. */
function violationsOf(explored: Explored): string[] {
  const { owner, state, isRevoked, isSentAgain, isGivenToOther, isClaimed } = explored;
  const violations: readonly (readonly [string, boolean])[] = [
    ['a claim is left half done', state === 'claiming'],
    [
      'a revoked or replaced link gave the profile',
      (isRevoked || isSentAgain) && (owner === ASHA || isClaimed),
    ],
    ['a profile that was given away was taken', isGivenToOther && owner === ASHA],
    ['a claimed profile has no owner', state === 'claimed' && !isGivenToOther && owner !== ASHA],
  ];
  return violations.flatMap(([text, isViolated]) => (isViolated ? [text] : []));
}

describe('the claim of a profile', () => {
  it('has one outcome, however claims, staff and deaths of processes interleave', async () => {
    const states = new Set<string | undefined>();
    const violations: unknown[] = [];
    for (let seed = 0; seed < 4_000; seed += 1) {
      const explored = await runSchedule(seed);
      states.add(explored.state);
      violations.push(...violationsOf(explored).map((violation) => ({ seed, violation, ...explored })));
    }
    expect(violations).toEqual([]);
    expect([...states].toSorted()).toEqual(['claimed', 'gone', 'open', 'revoked']);
  });
});
