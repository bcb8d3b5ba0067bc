import { describe, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { createRandom } from '@vidhi/testing/random-numbers.ts';
import { createKeyCipher } from '../keys/key-cipher.ts';
import { createMailTokens } from '../mail/mail-tokens.ts';
import { createRequestMail } from '../mail/request-mail.ts';
import { inMemorySessions } from '../refresh/session-repository.ts';
import { inMemoryUsers, type InMemoryUsers } from '../users/in-memory-user-repository.ts';
import { createUserEvents } from '../users/user-events.ts';
import { aUser } from '../users/user-builder.ts';
import { changeUser, type User } from '../users/user.ts';
import { hasSecondStep } from './second-step.ts';
import { createSecondSteps, type SecondSteps } from './second-step-calls.ts';
import { createSecondStepTokens } from './second-step-tokens.ts';
import { codeAt } from './totp.ts';

const SECRET = 's'.repeat(32);
const PASSWORD = 'secret1';
const ID = 10;
const STEP_MS = 30_000;
const START_MS = Date.parse('2026-11-21T10:00:00.000Z');
const ADMINISTRATOR = { id: 11, role: ROLE.administrator, via: 'console' } as const;
const EDITOR = aUser({ id: ID, role: ROLE.editor, passwordHash: PASSWORD });

class Killed extends Error {}

type Repository = Pick<InMemoryUsers, 'findById' | 'findByEmail' | 'listStaff' | 'update'>;

function createCalls(users: Repository, now: () => Date): SecondSteps {
  const cipher = createKeyCipher(SECRET);
  return createSecondSteps({
    users,
    sessions: inMemorySessions(),
    hasher: { verify: async (password, stored) => password === stored },
    userEvents: createUserEvents('accounts.users'),
    requestMail: createRequestMail(TOPICS.accountsMailRequests, createMailTokens(SECRET)),
    cipher,
    tokens: createSecondStepTokens(cipher, now),
    mayLogIn: () => null,
    requiredRoles: [],
    issuer: 'vidhi.example',
    now,
  });
}

const proofOf = ({ id: userId, role, tokenVersion }: User) => ({
  principal: { userId, role, tokenVersion },
  currentPassword: PASSWORD,
});

/** Everything that was ever given out for the account, and when the last end of all such things was. */
interface Issued {
  kind: 'challenge' | 'enrolment';
  token: string;
  secret?: string;
  version: number;
}

interface Explorer {
  users: InMemoryUsers;
  calls: SecondSteps;
  ms: number;
  issued: Issued[];
  /** Secret of the app that is on, or was on last. */
  secret: string | null;
  recoveryCodes: string[];
  /** Codes that let somebody in, or turned the second step on or off. */
  used: string[];
}

const account = async ({ users }: Pick<Explorer, 'users'>): Promise<User> => {
  const user = await users.findById(ID);
  if (user === null) throw new Error('the account is gone');
  return user;
};

/** Actions of the owner, an administrator or somebody with the password. Each throws when it is rejected. */
const ACTIONS: Readonly<Record<string, (state: Explorer) => Promise<void>>> = {
  async 'name the password'(state) {
    const user = await account(state);
    const error = state.calls.challenge(user);
    if (error === null) {
      // A login without a second step: never for an account that has one.
      expect(hasSecondStep(user)).toBe(false);
      return;
    }
    const token = String((error.details as { second_step: string }).second_step);
    state.issued.push({ kind: 'challenge', token, version: user.tokenVersion });
  },
  async enrol(state) {
    const user = await account(state);
    const { enrolment, secret } = await state.calls.enrol(proofOf(user));
    state.issued.push({ kind: 'enrolment', token: enrolment, secret, version: user.tokenVersion });
  },
  async activate(state) {
    const { token, secret = '' } = last(state, 'enrolment');
    const code = codeAt(secret, new Date(state.ms));
    const { recoveryCodes } = await state.calls.activate(token, code, 'console');
    Object.assign(state, { secret, recoveryCodes, used: [code] });
  },
  async 'enter a code'(state) {
    const code = codeAt(state.secret ?? '', new Date(state.ms));
    await state.calls.enter(last(state, 'challenge').token, code, 'console');
    use(state, code);
  },
  async 'enter a recovery code'(state) {
    const code = state.recoveryCodes.find((one) => !state.used.includes(one)) ?? '';
    await state.calls.enter(last(state, 'challenge').token, code, 'console');
    use(state, code);
  },
  async wait(state) {
    state.ms += STEP_MS;
  },
  async 'turn off'(state) {
    const code = codeAt(state.secret ?? '', new Date(state.ms));
    await state.calls.turnOff(
      proofOf(await account(state)).principal,
      { currentPassword: PASSWORD, code },
      'console',
    );
    use(state, code);
  },
  async reset(state) {
    await state.calls.reset(ID, ADMINISTRATOR);
  },
  async 'end all tokens'(state) {
    const user = await account(state);
    const changed = { ...changeUser(user, {}, new Date(state.ms)), tokenVersion: user.tokenVersion + 1 };
    await state.users.update(changed);
  },
};

function last({ issued }: Explorer, kind: Issued['kind']): Issued {
  const found = issued.findLast((one) => one.kind === kind);
  if (found === undefined) throw new Error('nothing was issued');
  return found;
}

function use(state: Explorer, code: string): void {
  expect(state.used).not.toContain(code);
  state.used.push(code);
}

const copyOf = (state: Explorer): Explorer => {
  const copy = {
    ...state,
    users: inMemoryUsers(state.users.all()),
    issued: [...state.issued],
    used: [...state.used],
  };
  copy.calls = createCalls(copy.users, () => new Date(copy.ms));
  return copy;
};

const isRejected = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

/** Returns the things that must not have an effect in a state, and have. */
async function violationsOf(state: Explorer): Promise<string[]> {
  const found: string[] = [];
  const user = await account(state);
  const fresh = state.secret === null ? '000000' : codeAt(state.secret, new Date(state.ms + STEP_MS));
  for (const { kind, token, secret = '', version } of state.issued) {
    const isOld = version !== user.tokenVersion;
    if (kind === 'enrolment' && (isOld || hasSecondStep(user))) {
      const code = codeAt(secret, new Date(state.ms));
      if (!(await isRejected(copyOf(state).calls.activate(token, code, 'console'))))
        found.push('an old enrolment, or one beside an app that is on, is activated');
    }
    if (
      kind === 'challenge' &&
      (isOld || !hasSecondStep(user)) &&
      !(await isRejected(copyOf(state).calls.enter(token, fresh, 'console')))
    )
      found.push('an old challenge lets somebody in');
    if (kind === 'challenge')
      for (const code of [...state.used, '', '000000', '0'.repeat(16)])
        if (!(await isRejected(copyOf(state).calls.enter(token, code, 'console'))))
          found.push(`a used or wrong code lets somebody in: ${code}`);
  }
  return found;
}

/** Before anything happened: an editor without a second step. */
function beginning(): Explorer {
  const users = inMemoryUsers([EDITOR]);
  return {
    users,
    calls: createCalls(users, () => new Date(START_MS)),
    ms: START_MS,
    issued: [],
    secret: null,
    recoveryCodes: [],
    used: [],
  };
}

async function explore(depth: number): Promise<{ states: number; violations: string[]; done: Set<string> }> {
  let states = 0;
  const violations: string[] = [];
  const done = new Set<string>();
  async function visit(state: Explorer, path: readonly string[]): Promise<void> {
    states += 1;
    for (const violation of await violationsOf(state)) violations.push(`${path.join(', ')}: ${violation}`);
    if (path.length === depth) return;
    for (const [name, run] of Object.entries(ACTIONS)) {
      const next = copyOf(state);
      if (await isRejected(run(next))) continue;
      done.add(name);
      await visit(next, [...path, name]);
    }
  }
  // On already, so that short sequences reach every state; what is off is explored after a reset.
  const state = beginning();
  for (const name of ['enrol', 'activate', 'wait', 'wait'] as const) await ACTIONS[name]?.(state);
  await visit(copyOf(state), []);
  return { states, violations, done };
}

/** Three requests with the same code, one of which may be a reset, with steps in random order and deaths at random. */
async function race(
  seed: number,
  start: Explorer,
  code: string,
): Promise<{ entered: number; killed: number }> {
  const random = createRandom(seed);
  const state = copyOf(start);
  const waiting: (() => void)[] = [];
  let killed = 0;
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => void waiting.push(resolve));
    if (random() < 0.1) throw new Killed();
    const result = await work();
    if (random() < 0.1) throw new Killed();
    return result;
  }
  const calls = createCalls(
    {
      ...state.users,
      findById: (id) => run(() => state.users.findById(id)),
      update: (user, ...events) => run(() => state.users.update(user, ...events)),
    },
    () => new Date(state.ms),
  );
  const { token } = last(state, 'challenge');
  const enter = () => calls.enter(token, code, 'console').then(() => 1);
  const reset = () => calls.reset(ID, ADMINISTRATOR).then(() => 0);
  let running = 3;
  const requests = [enter, enter, random() < 0.3 ? reset : enter].map((call) =>
    call()
      .catch((error: unknown) => {
        if (error instanceof Killed) killed += 1;
        return 0;
      })
      .finally(() => (running -= 1)),
  );
  while (running > 0) {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.();
  }
  const entered = (await Promise.all(requests)).reduce<number>((sum, one) => sum + one, 0);
  return { entered, killed };
}

describe('the second step of a login', () => {
  it('accepts each code once and nothing from before an end, after every sequence of four actions', async () => {
    const { states, violations, done } = await explore(4);
    expect(violations.toSorted((a, b) => a.length - b.length).slice(0, 10)).toEqual([]);
    expect([...done].toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
    expect(states).toBeGreaterThan(500);
  });

  it('lets one of several requests in with one code, however they interleave and processes die', async () => {
    const state = beginning();
    for (const name of ['enrol', 'activate', 'name the password'] as const) await ACTIONS[name]?.(state);
    state.ms += 2 * STEP_MS;
    const codes = [codeAt(state.secret ?? '', new Date(state.ms)), state.recoveryCodes[0] ?? ''];
    const totals = { entered: 0, killed: 0 };
    for (let seed = 0; seed < 600; seed += 1) {
      const { entered, killed } = await race(seed, state, codes[seed % 2] ?? '');
      expect([seed, entered]).toEqual([seed, Math.min(1, entered)]);
      totals.entered += entered;
      totals.killed += killed;
    }
    expect(totals.entered).toBeGreaterThan(200);
    expect(totals.killed).toBeGreaterThan(100);
  });
});
