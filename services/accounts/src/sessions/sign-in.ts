import { setTimeout as delay } from 'node:timers/promises';
import { tooManyRequests, validationError } from '@vidhi/contracts/errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { LOCAL_PROVIDER, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Credentials } from './credentials.ts';
import { clientNetwork } from '@vidhi/service-kit/client-address.ts';
import { loginNameKey, toLoginName, type LoginName } from './login-name.ts';
import type { MaySignIn } from './may-sign-in.ts';
import type { Admission, LoginThrottle } from './login-throttle.ts';
import type { SlowLane } from './slow-lane.ts';

export interface SignInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'findByUsername' | 'strengthenHash'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  /** For attempts of an address that has used up its budget. */
  slowLane: SlowLane;
  keyRing: Pick<KeyRing, 'issue'>;
  maySignIn: MaySignIn;
  /** A refusal takes at least this long, whatever was wrong: a hash from an archive costs more than ours. */
  refusalMs: number;
}

export interface SignInAttempt extends Credentials {
  ip: string;
  /** Told what the limits say when the attempt is rejected for its credentials or its number. */
  onRejected: (admission: Admission) => void;
}

export type SignIn = (attempt: SignInAttempt) => Promise<{ jwt: string; user: User }>;

const wrongCredentials = () => validationError('Invalid identifier or password');

interface Checked {
  user: User;
  passwordHash: string;
  keys: string[];
}

/** Checks a password and issues a token, the same way and at the same cost for names that nobody has. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { users, hasher, throttle, keyRing, maySignIn, refusalMs, slowLane } = dependencies;

  async function findUser({ email, usernames }: LoginName): Promise<User | null> {
    const found = await Promise.all([
      users.findByEmail(email),
      ...usernames.map((username) => users.findByUsername(username)),
    ]);
    return found.find((user) => user?.provider === LOCAL_PROVIDER) ?? null;
  }

  /** The account, when the password is its own; null for every other reason. */
  async function checkPassword(name: LoginName, password: string): Promise<Checked | null> {
    const user = await findUser(name);
    const names = [user?.email ?? '', user?.username ?? ''].map(loginNameKey);
    // Two counts at most for everybody: the one under the name that was typed, and one more.
    const other = names.find((key) => user !== null && key !== name.key) ?? `nobody:${name.key}`;
    await throttle.countName(other);
    const passwordHash = user?.passwordHash ?? null;
    const matches = await hasher.verify(password, passwordHash);
    return user !== null && passwordHash !== null && matches
      ? { user, passwordHash, keys: [name.key, other] }
      : null;
  }

  async function reject(error: Error, admission: Admission, attempt: SignInAttempt): Promise<never> {
    attempt.onRejected(admission);
    throw error;
  }

  return async (attempt) => {
    const { identifier, password, ip } = attempt;
    const name = toLoginName(identifier);
    const byAddress = await throttle.admitAddress(ip);
    const refusalTime = delay(refusalMs);
    const byName = await throttle.admitName(name.key, ip);
    if (!byName.allowed) return reject(tooManyRequests(), byName, attempt);
    // Somebody else behind this address may have used up its budget: a right password passes all the same, slowly.
    const checked = byAddress.allowed
      ? await checkPassword(name, password)
      : await slowLane.run(clientNetwork(ip).address, () => checkPassword(name, password));
    if (checked === null) {
      await refusalTime;
      return byAddress.allowed
        ? reject(wrongCredentials(), byName, attempt)
        : reject(tooManyRequests(), byAddress, attempt);
    }
    const { user, passwordHash, keys } = checked;
    await throttle.succeeded(ip, ...keys);
    const refusal = maySignIn(user);
    if (refusal !== null) throw refusal;
    if (hasher.isOutdated(passwordHash))
      await users.strengthenHash(user.id, passwordHash, await hasher.hash(password));
    const { id: userId, role, tokenVersion } = user;
    return { jwt: await keyRing.issue({ userId, role, tokenVersion }), user };
  };
}
