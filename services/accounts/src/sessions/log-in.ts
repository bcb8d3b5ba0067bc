import { tooManyRequests, validationError } from '@vidhi/contracts/errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { startSteps } from '../limits/response-steps.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { LOCAL_PROVIDER, type User } from '../users/user.ts';
import { principalOf } from '../users/principal-of.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Credentials } from './credentials.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import type { KnownClient, KnownClients, LoginClient } from '../devices/known-clients.ts';
import type { Lane } from '@vidhi/service-kit/concurrency-limiter.ts';
import { loginNameKey, toLoginName, type LoginName } from './login-name.ts';
import type { SecondSteps } from '../second-step/second-step-calls.ts';
import type { MayLogIn } from './may-log-in.ts';
import type { Admission, LoginThrottle } from './login-throttle.ts';
import type { SlowLane } from './slow-lane.ts';

export interface LogInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'findByUsername' | 'strengthenHash'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  /** Queue for attempts of an IP address or network that has used up its budget. */
  slowLane: SlowLane;
  /** Clients that have logged in to an account before are not delayed by guesses of others. */
  knownClients: Pick<KnownClients, 'find'>;
  keyRing: Pick<KeyRing, 'issue'>;
  mayLogIn: MayLogIn;
  secondSteps: Pick<SecondSteps, 'challenge'>;
  /** A rejection for any reason takes this long, or a multiple of it: a hash from an archive takes longer than ours. */
  rejectionStepMs: number;
}

export interface LogInAttempt extends Credentials, LoginClient {
  /** Called with the state of the limits when an attempt is rejected for its credentials or its number. */
  onRejected: (admission: Admission) => void;
}

export type LogIn = (attempt: LogInAttempt) => Promise<{ jwt: string; user: User }>;

const wrongCredentials = () => validationError('Invalid identifier or password');

interface Checked {
  user: User;
  passwordHash: string;
}

/** The budgets that an attempt shares, and the check of its password within them. */
interface Admitted {
  /** State of the limits that reject a wrong password; null where they permit an immediate check. */
  exceeded: Admission | null;
  byName: Admission;
  check: () => Promise<Checked | null>;
  /** Uncounts a correct password. */
  succeeded: () => Promise<void>;
  lane: Lane;
}

/**
 * Checks a password and issues a token, with the same duration for unknown names. An account with a second step gets the
 * token of that step by an error instead.
 */
export function createLogIn(dependencies: LogInDependencies): LogIn {
  const { users, hasher, throttle, keyRing, mayLogIn, secondSteps, rejectionStepMs, slowLane, knownClients } =
    dependencies;

  async function findUser({ email, usernames }: LoginName): Promise<User | null> {
    const found = await Promise.all([
      users.findByEmail(email),
      ...[...new Set(usernames)].map((username) => users.findByUsername(username)),
    ]);
    return found.find((user) => user?.provider === LOCAL_PROVIDER) ?? null;
  }

  /** Resolves with the account when the password is right; else null. */
  async function checkPassword(user: User | null, password: string, lane: Lane): Promise<Checked | null> {
    const passwordHash = user?.passwordHash ?? null;
    const matches = await hasher.verify(password, passwordHash, lane);
    return user !== null && passwordHash !== null && matches ? { user, passwordHash } : null;
  }

  /** An attempt of a client that has not logged in to this account: shares the budgets of name, address and network. */
  async function admitStranger(attempt: LogInAttempt, name: LoginName, user: User | null): Promise<Admitted> {
    const { ip, password } = attempt;
    const byAddress = await throttle.admitAddress(ip);
    const byName = await throttle.admitName(name.key, ip);
    const names = [user?.email ?? '', user?.username ?? ''].map(loginNameKey);
    // At most two counters for every attempt: the entered name, and one more.
    const other = names.find((key) => user !== null && key !== name.key) ?? `nobody:${name.key}`;
    return {
      byName,
      exceeded: byAddress.allowed ? null : byAddress,
      async check() {
        const countAndCheck = async (): Promise<Checked | null> => {
          await throttle.countName(other);
          return checkPassword(user, password, 'ordinary');
        };
        // Others behind this IP address may have used up its budget: a right password is still accepted, slowly.
        const { address } = clientNetwork(ip);
        return byAddress.allowed
          ? countAndCheck()
          : slowLane.run({ lane: byAddress.lane, address }, countAndCheck);
      },
      succeeded: () => throttle.succeeded(ip, name.key, other),
      lane: 'ordinary',
    };
  }

  /** An attempt of a device that has logged in to this account: only its own failures count. */
  async function admitDevice(
    attempt: LogInAttempt,
    user: User | null,
    device: KnownClient,
  ): Promise<Admitted> {
    const byName = await throttle.admitKnown(device.key);
    const isReserved = byName.allowed && (await throttle.mayUseReserved(attempt.device ?? device.key));
    const lane = isReserved ? 'reserved' : 'ordinary';
    return {
      byName,
      exceeded: null,
      check: () => checkPassword(user, attempt.password, lane),
      succeeded: () => throttle.succeededKnown(device.key),
      lane,
    };
  }

  /**
   * An attempt from an address that has logged in to this account: guesses of others for the account do not count, but the
   * budget of the address, behind which there may be strangers.
   */
  async function admitKnownAddress(
    attempt: LogInAttempt,
    user: User | null,
    known: KnownClient,
  ): Promise<Admitted> {
    const { ip, password } = attempt;
    const byAddress = await throttle.admitAddress(ip);
    const byName = await throttle.admitKnown(known.key);
    const { address } = clientNetwork(ip);
    const check = () => checkPassword(user, password, 'ordinary');
    return {
      byName,
      exceeded: byAddress.allowed ? null : byAddress,
      check: () => (byAddress.allowed ? check() : slowLane.run({ lane: address, address }, check)),
      succeeded: async () => {
        await Promise.all([throttle.succeeded(ip), throttle.succeededKnown(known.key)]);
      },
      lane: 'ordinary',
    };
  }

  async function admit(attempt: LogInAttempt, name: LoginName, user: User | null): Promise<Admitted> {
    const known = await knownClients.find(user?.id ?? null, attempt);
    if (known === null) return admitStranger(attempt, name, user);
    return known.kind === 'device'
      ? admitDevice(attempt, user, known)
      : admitKnownAddress(attempt, user, known);
  }

  async function reject(error: Error, admission: Admission, attempt: LogInAttempt): Promise<never> {
    attempt.onRejected(admission);
    throw error;
  }

  return async (attempt) => {
    const name = toLoginName(attempt.identifier);
    const endOfStep = startSteps(rejectionStepMs);
    const found = await findUser(name);
    const { byName, exceeded, check, succeeded, lane } = await admit(attempt, name, found);
    if (!byName.allowed) return reject(tooManyRequests(), byName, attempt);
    const checked = await check();
    if (checked === null) {
      await endOfStep();
      return exceeded === null
        ? reject(wrongCredentials(), byName, attempt)
        : reject(tooManyRequests(), exceeded, attempt);
    }
    const { user, passwordHash } = checked;
    await succeeded();
    const rejection = mayLogIn(user);
    if (rejection !== null) throw rejection;
    if (hasher.isOutdated(passwordHash))
      await users.strengthenHash(user.id, passwordHash, await hasher.hash(attempt.password, lane));
    const challenge = secondSteps.challenge(user);
    if (challenge !== null) throw challenge;
    return { jwt: await keyRing.issue(principalOf(user)), user };
  };
}
