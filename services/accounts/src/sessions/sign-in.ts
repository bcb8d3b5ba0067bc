import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { tooManyRequests, validationError } from '@vidhi/contracts/errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { LOCAL_PROVIDER, normaliseEmail, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Credentials } from './credentials.ts';
import type { MaySignIn } from './may-sign-in.ts';
import type { Admission, LoginThrottle } from './login-throttle.ts';

export interface SignInDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'findByUsername' | 'strengthenHash'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  keyRing: Pick<KeyRing, 'issue'>;
  maySignIn: MaySignIn;
  /** A refusal takes at least this long, whatever was wrong: a hash from an archive costs more than ours. */
  refusalMs: number;
}

export interface SignInAttempt extends Credentials {
  ip: string;
  /** Told what each limit says, as it is asked. */
  onAdmission: (admission: Admission) => void;
}

export type SignIn = (attempt: SignInAttempt) => Promise<{ jwt: string; user: User }>;

const wrongCredentials = () => validationError('Invalid identifier or password');

/** An account is counted under its id whichever of its names is used; strangers under what they typed. */
const throttleName = (user: User | null, identifier: string): string =>
  user === null
    ? `stranger:${createHash('sha256').update(normaliseEmail(identifier)).digest('base64url')}`
    : `user:${user.id}`;

/** Checks a password and issues a token, the same way and at the same cost for names that nobody has. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { users, hasher, throttle, keyRing, maySignIn, refusalMs } = dependencies;

  async function findUser(identifier: string): Promise<User | null> {
    const [byEmail, byUsername] = await Promise.all([
      users.findByEmail(identifier.toLowerCase()),
      users.findByUsername(identifier),
    ]);
    return [byEmail, byUsername].find((user) => user?.provider === LOCAL_PROVIDER) ?? null;
  }

  function admitted(admission: Admission, onAdmission: SignInAttempt['onAdmission']): void {
    onAdmission(admission);
    if (!admission.allowed) throw tooManyRequests();
  }

  return async ({ identifier, password, ip, onAdmission }) => {
    admitted(await throttle.admitAddress(ip), onAdmission);
    const refusalTime = delay(refusalMs);
    const user = await findUser(identifier);
    const account = throttleName(user, identifier);
    admitted(await throttle.admitAccount(account), onAdmission);
    const matches = await hasher.verify(password, user?.passwordHash ?? null);
    if (user === null || user.passwordHash === null || !matches) {
      await refusalTime;
      throw wrongCredentials();
    }
    await throttle.succeeded(ip, account);
    const refusal = maySignIn(user);
    if (refusal !== null) throw refusal;
    if (hasher.isOutdated(user.passwordHash))
      await users.strengthenHash(user.id, user.passwordHash, await hasher.hash(password));
    const { id: userId, role, tokenVersion } = user;
    return { jwt: await keyRing.issue({ userId, role, tokenVersion }), user };
  };
}
