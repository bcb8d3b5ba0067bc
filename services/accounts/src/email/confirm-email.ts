import { applicationError, attributeErrors, validationError } from '@vidhi/contracts/errors.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { startSteps } from '../limits/response-steps.ts';
import { requestOf, withoutRequests } from '../mail/mail-request.ts';
import { hashToken, isToken } from '../mail/mail-tokens.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { changeAccount } from '../users/change-account.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, type User } from '../users/user.ts';
import { assertCurrent } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';

export interface EmailDependencies {
  users: Pick<UserRepository, 'findById' | 'findByEmail' | 'findByUsername' | 'findByTokenHash' | 'update'>;
  hasher: Pick<PasswordHasher, 'verify'>;
  userEvents: UserEvents;
  requestMail: RequestMail;
  /** Calls that must not reveal whether an address belongs to an account take this long, or a multiple of it. */
  responseStepMs: number;
  now?: () => Date;
}

export interface EmailAddresses {
  /** Mails the link again, unless one was mailed within a minute. Throws 400 as the reference does. */
  sendConfirmation(email: string): Promise<void>;
  /** Confirms with the token of a mailed link, once. Throws 400 when it is not valid. */
  confirm(token: string): Promise<void>;
  /**
   * Mails a link to a new address, whose use makes it that of the account. Throws 400 for a wrong password; resolves alike
   * when the address belongs to another account, whose owner gets no mail.
   */
  requestChange(principal: Principal, change: { email: string; currentPassword: string }): Promise<void>;
  /** Replaces the address of the account, once, and notifies the former address by mail. */
  confirmChange(token: string): Promise<void>;
}

/** The client's call after a registration and the registration itself give one mail. */
const COOL_DOWN_MS = 60_000;

const invalidToken = () => validationError('Invalid token');

export function createEmailAddresses(dependencies: EmailDependencies): EmailAddresses {
  const { users, hasher, userEvents, requestMail, responseStepMs, now = () => new Date() } = dependencies;

  function tokenHashOf(token: string): string {
    if (!isToken(token)) throw invalidToken();
    return hashToken(token);
  }

  async function isTaken(email: string, { id }: User): Promise<boolean> {
    const [byEmail, byUsername] = await Promise.all([users.findByEmail(email), users.findByUsername(email)]);
    return (byEmail !== null && byEmail.id !== id) || (byUsername !== null && byUsername.id !== id);
  }

  return {
    async sendConfirmation(email) {
      const endOfStep = startSteps(responseStepMs);
      await changeAccount(
        users,
        () => users.findByEmail(email),
        async (user) => {
          if (user === null) return null;
          if (user.confirmed) throw applicationError('Already confirmed');
          if (user.blocked) throw applicationError('User blocked');
          const at = now();
          const last = requestOf(user, 'email-confirmation', at);
          if (last !== null && at.getTime() - new Date(last.requestedAt).getTime() < COOL_DOWN_MS)
            return null;
          const requested = requestMail(user, { template: 'email-confirmation', email, at });
          return { user: changeUser(user, requested.user, at), events: [requested.event] };
        },
      );
      await endOfStep();
    },

    async confirm(token) {
      const tokenHash = tokenHashOf(token);
      await changeAccount(
        users,
        () => users.findByTokenHash(tokenHash),
        async (user) => {
          const at = now();
          if (user === null || requestOf(user, 'email-confirmation', at)?.tokenHash !== tokenHash)
            throw invalidToken();
          const changed = changeUser(user, { confirmed: true, edited: true }, at);
          return { user: changed, events: [userEvents.updated(changed, at)] };
        },
      );
    },

    async requestChange({ userId, tokenVersion }, { email, currentPassword }) {
      const endOfStep = startSteps(responseStepMs);
      await changeAccount(
        users,
        () => users.findById(userId),
        async (user) => {
          assertCurrent(user, tokenVersion);
          if (!(await hasher.verify(currentPassword, user.passwordHash)))
            throw validationError('The provided current password is invalid');
          if (email === user.email)
            throw attributeErrors([{ path: ['email'], message: 'This is your e-mail address already' }]);
          if (await isTaken(email, user)) return null;
          const at = now();
          const requested = requestMail(user, { template: 'email-change-confirmation', email, at });
          return { user: changeUser(user, requested.user, at), events: [requested.event] };
        },
      );
      await endOfStep();
    },

    async confirmChange(token) {
      const tokenHash = tokenHashOf(token);
      const taken = () => applicationError('Email already taken');
      await changeAccount(
        users,
        () => users.findByTokenHash(tokenHash),
        async (user) => {
          const at = now();
          const request = user === null ? null : requestOf(user, 'email-change-confirmation', at);
          if (user === null || user.blocked || request === null || request.tokenHash !== tokenHash)
            throw invalidToken();
          const { email } = request;
          if (email === null || (await isTaken(email, user))) throw taken();
          const former = user.email;
          const patch = {
            email,
            // Accounts of staff, and some of archives, have their address as username.
            ...(user.username !== null && user.username === former ? { username: email } : {}),
            confirmed: true,
            edited: true,
            mailRequests: withoutRequests(user.mailRequests, 'email-change-confirmation', 'password-reset'),
          };
          const changed = changeUser(user, patch, at);
          if (former === null) return { user: changed, events: [userEvents.updated(changed, at)] };
          const noticeRequest = requestMail(changed, { template: 'email-changed-notice', email: former, at });
          return {
            user: noticeRequest.user,
            events: [userEvents.updated(noticeRequest.user, at), noticeRequest.event],
          };
        },
        taken,
      );
    },
  };
}
