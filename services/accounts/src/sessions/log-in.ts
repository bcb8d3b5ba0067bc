import { tooManyRequests, validationError } from '@vidhi/contracts/errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { startSteps } from '../limits/response-steps.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { LOCAL_PROVIDER, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Credentials } from './credentials.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import { loginNameKey, toLoginName, type LoginName } from './login-name.ts';
import type { MayLogIn } from './may-log-in.ts';
import type { Admission, LoginThrottle } from './login-throttle.ts';
import type { SlowLane } from './slow-lane.ts';

export interface LogInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'findByUsername' | 'strengthenHash'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  /** Queue for attempts of an IP address that has used up its budget. */
  slowLane: SlowLane;
  keyRing: Pick<KeyRing, 'issue'>;
  mayLogIn: MayLogIn;
  /** A rejection for any reason takes this long, or a multiple of it: a hash from an archive takes longer than ours. */
  rejectionStepMs: number;
}

export interface LogInAttempt extends Credentials {
  ip: string;
  /** Called with the state of the limits when an attempt is rejected for its credentials or its number. */
  onRejected: (admission: Admission) => void;
}

export type LogIn = (attempt: LogInAttempt) => Promise<{ jwt: string; user: User }>;

const wrongCredentials = () => validationError('Invalid identifier or password');

interface Checked {
  user: User;
  passwordHash: string;
  keys: string[];
}

/** Checks a password and issues a token, with the same duration for unknown names. */
export function createLogIn(dependencies: LogInDependencies): LogIn {
  const { users, hasher, throttle, keyRing, mayLogIn, rejectionStepMs, slowLane } = dependencies;

  async function findUser({ email, usernames }: LoginName): Promise<User | null> {
    const found = await Promise.all([
      users.findByEmail(email),
      ...[...new Set(usernames)].map((username) => users.findByUsername(username)),
    ]);
    return found.find((user) => user?.provider === LOCAL_PROVIDER) ?? null;
  }

  /** Resolves with the account when the password is right; else null. */
  async function checkPassword(name: LoginName, password: string): Promise<Checked | null> {
    const user = await findUser(name);
    const names = [user?.email ?? '', user?.username ?? ''].map(loginNameKey);
    // At most two counters for every attempt: the entered name, and one more.
    const other = names.find((key) => user !== null && key !== name.key) ?? `nobody:${name.key}`;
    await throttle.countName(other);
    const passwordHash = user?.passwordHash ?? null;
    const matches = await hasher.verify(password, passwordHash);
    return user !== null && passwordHash !== null && matches
      ? { user, passwordHash, keys: [name.key, other] }
      : null;
  }

  async function reject(error: Error, admission: Admission, attempt: LogInAttempt): Promise<never> {
    attempt.onRejected(admission);
    throw error;
  }

  return async (attempt) => {
    const { identifier, password, ip } = attempt;
    const name = toLoginName(identifier);
    const endOfStep = startSteps(rejectionStepMs);
    const [byAddress, byName] = await Promise.all([
      throttle.admitAddress(ip),
      throttle.admitName(name.key, ip),
    ]);
    if (!byName.allowed) return reject(tooManyRequests(), byName, attempt);
    // Others behind this IP address may have used up its budget: a right password is still accepted, slowly.
    const checked = byAddress.allowed
      ? await checkPassword(name, password)
      : await slowLane.run(clientNetwork(ip).address, () => checkPassword(name, password));
    if (checked === null) {
      await endOfStep();
      return byAddress.allowed
        ? reject(wrongCredentials(), byName, attempt)
        : reject(tooManyRequests(), byAddress, attempt);
    }
    const { user, passwordHash, keys } = checked;
    await throttle.succeeded(ip, ...keys);
    const rejection = mayLogIn(user);
    if (rejection !== null) throw rejection;
    if (hasher.isOutdated(passwordHash))
      await users.strengthenHash(user.id, passwordHash, await hasher.hash(password));
    const { id: userId, role, tokenVersion } = user;
    return { jwt: await keyRing.issue({ userId, role, tokenVersion }), user };
  };
}
