import { inMemoryKnownClients } from '../devices/known-client-repository.ts';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createAccountCalls } from '../users/account-calls.ts';
import { inMemoryFirstAdministratorLink } from '../staff/first-administrator-link.ts';
import { createEraseAccount, createEraseUser } from '../privacy/erase-account.ts';
import { createInvitationClient } from '../profile-claims/invitation-client.ts';
import { createRefreshSessions } from '../refresh/refresh-sessions.ts';
import { createBlockAccount } from '../staff/block-account.ts';
import { createAddStaff } from '../staff/add-staff.ts';
import { inMemoryUsers, type InMemoryUsers } from '../users/in-memory-user-repository.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import { inMemorySessions } from '../refresh/session-repository.ts';
import { createUserEvents } from '../users/user-events.ts';
import { aUser } from '../users/user-builder.ts';
import type { User } from '../users/user.ts';
import { createMailTokens } from './mail-tokens.ts';

/**
 * Explores every sequence of actions on one account up to a length. In each state it uses whatever was issued before the
 * last reset or change of the password, block or erasure: nothing of it may have an effect.
 */
const DEPTH = 4;
const NOW = new Date('2026-11-21T10:00:00.000Z');
const SECRET = 's'.repeat(32);
const ID = 1;

/** Something that was issued, and how often everything had been voided by then. */
interface Issued {
  kind: 'link' | 'ticket' | 'session' | 'token';
  epoch: number;
  /** Request id, ticket id, refresh token, or token version. */
  value: string;
}

interface State {
  users: readonly User[];
  issued: readonly Issued[];
  epoch: number;
  password: string;
}

let users: InMemoryUsers = inMemoryUsers();
/** The repository of the state that is being explored. */
const repository = new Proxy({} as InMemoryUsers, {
  get: (_target, name) => Reflect.get(users, name) as unknown,
});
let salt = 0;
const hasher = {
  hash: async (password: string) => `${(salt += 1)} ${password}`,
  verify: async (password: string, stored: string | null) => stored?.replace(/^\d+ /, '') === password,
  isOutdated: () => false,
};
const userEvents = createUserEvents('accounts.users');
const keyRing = { issue: async () => 'token' };
const now = () => NOW;
const admit = async () => undefined;
const shared = { users: repository, hasher, userEvents, keyRing, now };
const eraseUser = createEraseUser({
  ...shared,
  sessions: { removeOldest: async () => undefined },
  savedArticles: { removeAllOf: async () => undefined },
  consoleViews: { removeAllOf: async () => undefined },
  deadLetters: { removeByKey: async () => undefined },
  usersTopic: 'accounts.users',
  knownClients: inMemoryKnownClients(),
  eraseByAddress: async () => undefined,
});
const calls = createAccountCalls({
  eraseUser,
  firstAdministratorLink: inMemoryFirstAdministratorLink(),
  invitations: createInvitationClient(undefined, SECRET),
  mayLogIn: () => null,
  secondStepSecrets: [SECRET],
  secondStepRoles: [],
  sessions: inMemorySessions(),
  ...shared,
  mailTopic: TOPICS.accountsMailRequests,
  mailLinkSecrets: [SECRET],
  isCommonPassword: () => false,
  minPasswordLength: 6,
  agreementVersion: '1',
  emailCheckAlwaysTrue: false,
  emailChecksPerHour: 600,
  counters: inProcessCounters(1, () => NOW.getTime()),
  metrics: createMetrics('accounts'),
  responseStepMs: 0,
  publicUrl: 'https://vidhi.example',
});
const blockAccount = createBlockAccount(shared);
const addStaff = createAddStaff(shared);
const eraseAccount = createEraseAccount(eraseUser, hasher);
const refreshSessions = createRefreshSessions({
  ...shared,
  sessions: inMemorySessions(),
  mayLogIn: () => null,
  secondSteps: calls.secondSteps,
});
const tokens = createMailTokens(SECRET);

const account = async (): Promise<User> => {
  const user = await repository.findById(ID);
  if (user === null) throw new Error('the account is gone');
  return user;
};
const principalOf = ({ id: userId, role, tokenVersion }: User) => ({ userId, role, tokenVersion });
const ticketOf = (ticketId: string) => ({
  ticketId,
  userId: ID,
  role: 4,
  tokenVersion: 0,
  expiresAt: NOW.getTime() / 1_000 + 3_600,
});

async function newestToken(template: string): Promise<string> {
  const { mailRequests } = await account();
  const request = mailRequests.findLast((one) => one.template === template);
  return request === undefined ? 'a'.repeat(43) : tokens.tokenOf(request.requestId);
}

interface Action {
  run: (state: State) => Promise<unknown>;
  /** Whether it voids everything that was issued before. */
  isEnd?: true;
  /** Further things that it issues. */
  issue?: () => Promise<Omit<Issued, 'epoch'>[]>;
}

const FRESH = 'another password';
const ACTIONS: Readonly<Record<string, Action>> = {
  'request a confirmation': {
    run: async () => calls.emailAddresses.sendConfirmation((await account()).email ?? ''),
  },
  confirm: { run: async () => calls.emailAddresses.confirm(await newestToken('email-confirmation')) },
  'request a change of address': {
    run: async ({ password }) =>
      calls.emailAddresses.requestChange(
        principalOf(await account()),
        {
          email: 'thief@example.com',
          currentPassword: password,
        },
        admit,
      ),
  },
  'confirm the change of address': {
    run: async () => calls.emailAddresses.confirmChange(await newestToken('email-change-confirmation')),
  },
  'stop the change of address': {
    run: async () => calls.emailAddresses.stopChange(await newestToken('email-change-requested-notice')),
  },
  'request a reset': { run: async () => calls.forgotPassword((await account()).email ?? '') },
  reset: {
    run: async () => calls.resetPassword(await newestToken('password-reset'), FRESH, 'site'),
    isEnd: true,
  },
  'change the password': {
    run: async ({ password }) =>
      calls.changePassword(
        principalOf(await account()),
        {
          currentPassword: password,
          via: 'site',
          password: `${password}!`,
        },
        admit,
      ),
    isEnd: true,
  },
  'set the password of staff': {
    run: async ({ password }) =>
      addStaff({ email: (await account()).email ?? '', role: 10, password: `${password} of staff` }),
    isEnd: true,
  },
  block: { run: async () => block(true), isEnd: true },
  unblock: { run: async () => block(false) },
  erase: { run: async ({ password }) => eraseAccount(principalOf(await account()), password), isEnd: true },
  'use the ticket': {
    run: async () =>
      calls.updateUser({ id: ID, body: { role: 5 }, principal: null, ticket: ticketOf('t'), via: 'site' }),
  },
  'log in': {
    run: async ({ password }) => {
      const user = await account();
      if (user.blocked || !(await hasher.verify(password, user.passwordHash))) throw new Error('rejected');
    },
    async issue() {
      const user = await account();
      const { token } = await refreshSessions.begin(user, null);
      return [
        { kind: 'session', value: token },
        { kind: 'token', value: String(user.tokenVersion) },
      ];
    },
  },
};

async function block(blocked: boolean): Promise<void> {
  const { outcome } = await blockAccount({ email: (await account()).email ?? '', blocked });
  if (outcome === 'unchanged') throw new Error('unchanged');
}

const passwordOf = ({ passwordHash }: User): string => passwordHash?.replace(/^\d+ /, '') ?? '';

/** The state after an action; null when the action is rejected. */
async function after(state: State, { run, isEnd, issue }: Action): Promise<State | null> {
  users = inMemoryUsers(state.users);
  try {
    await run(state);
  } catch {
    return null;
  }
  const epoch = state.epoch + (isEnd === undefined ? 0 : 1);
  const known = new Set(state.issued.map(({ value }) => value));
  const further = issue === undefined ? [] : await issue();
  const user = await account();
  const links = user.mailRequests
    .filter(({ requestId, tokenHash }) => tokenHash !== null && !known.has(requestId))
    .map(({ requestId }) => ({ kind: 'link' as const, value: requestId }));
  return {
    users: users.all(),
    issued: [...state.issued, ...[...links, ...further].map((one) => ({ ...one, epoch }))],
    epoch,
    password: passwordOf(user),
  };
}

const isRejected = async (use: Promise<unknown>): Promise<boolean> =>
  use.then(
    () => false,
    () => true,
  );

/** Names of the uses of a thing that have an effect. */
async function effectsOf({ kind, value }: Issued): Promise<string[]> {
  const before = await account();
  const rejected: Record<string, boolean> = {};
  if (kind === 'link') {
    const token = tokens.tokenOf(value);
    rejected['its mail is sent'] = (await calls.resolveMailRequest(value)) === null;
    rejected['it resets the password'] = await isRejected(
      calls.resetPassword(token, 'a third password', 'site'),
    );
    for (const use of ['confirm', 'confirmChange', 'stopChange'] as const)
      rejected[`${use} has an effect`] =
        (await calls.emailAddresses[use](token).catch(() => 'rejected')) !== 'done';
  }
  if (kind === 'ticket')
    await calls
      .updateUser({ id: ID, body: { role: 6 }, principal: null, ticket: ticketOf(value), via: 'site' })
      .catch(() => undefined);
  if (kind === 'session')
    rejected['the session is refreshed'] = (await refreshSessions.refresh(value)) === null;
  if (kind === 'token')
    rejected['the token is accepted'] = await isRejected(
      findTokenOwner(repository, { userId: ID, role: before.role, tokenVersion: Number(value) }),
    );
  if ((await account()).rev !== before.rev) rejected['the account is changed'] = false;
  return Object.keys(rejected).filter((name) => !rejected[name]);
}

const START: State = {
  users: [
    aUser({
      id: ID,
      confirmed: false,
      passwordHash: '0 secret1',
      registration: { ticketId: 't', hasChangedRole: false },
    }),
  ],
  issued: [{ kind: 'ticket', epoch: 0, value: 't' }],
  epoch: 0,
  password: 'secret1',
};

async function explore(): Promise<{ states: number; violations: string[]; actions: Set<string> }> {
  let states = 0;
  const violations: string[] = [];
  const actions = new Set<string>();
  async function visit(state: State, path: readonly string[]): Promise<void> {
    states += 1;
    for (const issued of state.issued.filter(({ epoch }) => epoch < state.epoch)) {
      users = inMemoryUsers(state.users);
      for (const effect of await effectsOf(issued))
        violations.push(`${path.join(', ')}: ${issued.kind}, ${effect}`);
    }
    if (path.length === DEPTH) return;
    for (const [name, action] of Object.entries(ACTIONS)) {
      const next = await after(state, action);
      if (next === null) continue;
      actions.add(name);
      await visit(next, [...path, name]);
    }
  }
  await visit(START, []);
  return { states, violations, actions };
}

describe('requests, links, tickets, sessions and tokens of an account', () => {
  it('have no effect after a reset or change of the password, a block, or the erasure', async () => {
    const { states, violations, actions } = await explore();
    expect(violations.toSorted((a, b) => a.length - b.length).slice(0, 10)).toEqual([]);
    expect([...actions].toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
    expect(states).toBeGreaterThan(1_000);
  });
});
