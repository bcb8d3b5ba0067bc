import type { Actor } from '@vidhi/contracts/actor.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import type { Admission } from '../limits/request-limits.ts';
import { startSteps } from '../limits/response-steps.ts';
import { requestOf } from '../mail/mail-request.ts';
import { hashToken, isToken } from '@vidhi/service-kit/link-tokens.ts';
import { changeAccount, changeUndisclosed } from '../users/change-account.ts';
import { LOCAL_PROVIDER, changeUser } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import {
  rejectUnfitPassword,
  loggedIn,
  withPassword,
  type PasswordDependencies,
  type LoggedIn,
} from './change-password.ts';

/**
 * Mails a link to the owner of an e-mail address; a request from the reserve only where the address is confirmed. The result
 * and its duration do not depend on whether an account exists.
 */
export type ForgotPassword = (email: string, admission?: Admission) => Promise<void>;

interface ForgotDependencies {
  users: Pick<UserRepository, 'findByEmail' | 'update'>;
  requestMail: RequestMail;
  /** The call takes this long, or a multiple of it; longer than a write, so that no response reveals whether there was one. */
  responseStepMs: number;
  now?: () => Date;
}

export function createForgotPassword(dependencies: ForgotDependencies): ForgotPassword {
  const { users, requestMail, responseStepMs, now = () => new Date() } = dependencies;
  return async (email, admission = 'limits') => {
    const endOfStep = startSteps(responseStepMs);
    await changeUndisclosed(
      users,
      () => users.findByEmail(email),
      async (user) => {
        if (user === null || user.blocked || user.provider !== LOCAL_PROVIDER) return null;
        if (admission === 'reserve' && !user.confirmed) return null;
        const at = now();
        const requested = requestMail(user, { template: 'password-reset', email, at });
        return { user: changeUser(user, requested.user, at), events: [requested.event] };
      },
    );
    await endOfStep();
  };
}

/** Templates whose links set a password. */
const RESETTING = ['password-reset', 'staff-invitation'] as const;

/** Sets a password with the token of a mailed link, once. */
export type ResetPassword = (code: string, password: string, via: Actor['via']) => Promise<LoggedIn>;

export function createResetPassword(dependencies: PasswordDependencies): ResetPassword {
  const {
    users,
    hasher,
    userEvents,
    keyRing,
    requestMail,
    passwordProblem,
    now = () => new Date(),
  } = dependencies;
  return async (code, password, via) => {
    const incorrect = () => validationError('Incorrect code provided');
    if (!isToken(code)) throw incorrect();
    const tokenHash = hashToken(code);
    const written = await changeAccount(
      users,
      () => users.findByTokenHash(tokenHash),
      async (user) => {
        const at = now();
        // The token is single use: the slower of two concurrent requests finds the account without it.
        const template = RESETTING.find(
          (one) => user !== null && requestOf(user, one, at)?.tokenHash === tokenHash,
        );
        if (user === null || user.blocked || template === undefined) throw incorrect();
        rejectUnfitPassword(passwordProblem, password, user);
        // The link was mailed to this address, so its owner has confirmed it.
        const confirmed = { ...user, confirmed: true };
        return withPassword(confirmed, await hasher.hash(password), {
          at,
          requestMail,
          userEvents,
          via,
          action: template === 'password-reset' ? 'password_reset' : 'invitation_accepted',
        });
      },
    );
    if (written === null) throw incorrect();
    return loggedIn(keyRing, written);
  };
}
