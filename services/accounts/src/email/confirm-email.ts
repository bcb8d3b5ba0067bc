import { applicationError, attributeErrors, validationError } from '@vidhi/contracts/errors.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { startSteps } from '../limits/response-steps.ts';
import { rememberedRequest, requestOf, spendRequests } from '../mail/mail-request.ts';
import { hashToken, isToken } from '@vidhi/service-kit/link-tokens.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { ownerOf } from '../users/account-audit.ts';
import { changeAccount, changeUndisclosed, type AccountChange } from '../users/change-account.ts';
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

/** `already-done` when this link, or a newer one, had the effect before. */
export type LinkOutcome = 'done' | 'already-done';

export interface EmailAddresses {
  /**
   * Mails the link again, unless one was mailed within a minute. Resolves alike, and after the same time, for unknown,
   * confirmed and blocked accounts, which get no mail.
   */
  sendConfirmation(email: string): Promise<void>;
  /** Confirms with the token of a mailed link. Throws 400 when it is not valid. */
  confirm(token: string): Promise<LinkOutcome>;
  /**
   * Sends two mails. The new address gets a link, which makes that address the one of the account. The
   * present address gets a notice with a link that stops the change. Throws 400 for a wrong password; resolves alike
   * when the address belongs to another account, whose owner gets no mail.
   * @param admit called once the password is verified; rejects when too many mails were requested
   */
  requestChange(
    principal: Principal,
    change: { email: string; currentPassword: string },
    admit: (owner: User) => Promise<void>,
  ): Promise<void>;
  /** Replaces the address of the account, and notifies the former address by mail. Throws 400 as `confirm` does. */
  confirmChange(token: string): Promise<LinkOutcome>;
  /** Voids the pending change of address, with the token of the notice to the present one. Throws 400 as `confirm` does. */
  stopChange(token: string): Promise<LinkOutcome>;
}

/** The client's call after a registration and the registration itself give one mail. */
const COOL_DOWN_MS = 60_000;

const invalidToken = () => validationError('Invalid token');

const outcomeOf = (written: User | null): LinkOutcome => (written === null ? 'already-done' : 'done');

export function createEmailAddresses(dependencies: EmailDependencies): EmailAddresses {
  const { users, hasher, userEvents, requestMail, responseStepMs, now = () => new Date() } = dependencies;

  const audited = (before: User, after: User, action: string, at: Date) =>
    userEvents.audited(before, after, { actor: ownerOf(after, 'site'), action, at });

  /** Changes the account that a mailed token belongs to. Throws for a token of none, and of a blocked one. */
  async function useToken(
    token: string,
    change: (user: User, tokenHash: string, at: Date) => Promise<AccountChange | null>,
    taken?: () => Error,
  ): Promise<LinkOutcome> {
    if (!isToken(token)) throw invalidToken();
    const tokenHash = hashToken(token);
    const written = await changeAccount(
      users,
      () => users.findByTokenHash(tokenHash),
      async (user) => {
        if (user === null || user.blocked) throw invalidToken();
        return change(user, tokenHash, now());
      },
      taken,
    );
    return outcomeOf(written);
  }

  async function isTaken(email: string, { id }: User): Promise<boolean> {
    const [byEmail, byUsername] = await Promise.all([users.findByEmail(email), users.findByUsername(email)]);
    return (byEmail !== null && byEmail.id !== id) || (byUsername !== null && byUsername.id !== id);
  }

  return {
    async sendConfirmation(email) {
      const endOfStep = startSteps(responseStepMs);
      await changeUndisclosed(
        users,
        () => users.findByEmail(email),
        async (user) => {
          if (user === null || user.confirmed || user.blocked) return null;
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

    confirm: (token) =>
      useToken(token, async (user, tokenHash, at) => {
        if (requestOf(user, 'email-confirmation', at)?.tokenHash !== tokenHash) {
          const isDone = rememberedRequest(user, 'email-confirmation', tokenHash, at) !== null;
          if (user.confirmed && isDone) return null;
          throw invalidToken();
        }
        const changed = changeUser(user, { confirmed: true, edited: true }, at);
        return {
          user: changed,
          events: [userEvents.updated(changed, at), audited(user, changed, 'email_confirmed', at)],
        };
      }),

    async requestChange({ userId, tokenVersion }, { email, currentPassword }, admit) {
      const endOfStep = startSteps(responseStepMs);
      const owner = await users.findById(userId);
      assertCurrent(owner, tokenVersion);
      if (!(await hasher.verify(currentPassword, owner.passwordHash)))
        throw validationError('The provided current password is invalid');
      if (email === owner.email)
        throw attributeErrors([{ path: ['email'], message: 'This is your email address already' }]);
      await admit(owner);
      await changeAccount(
        users,
        () => users.findById(userId),
        async (user) => {
          // The password is that of this token version.
          assertCurrent(user, tokenVersion);
          const at = now();
          // The owner of the present address gets the notice in any case: it must not tell whether the new one is taken.
          const notice = { template: 'email-change-requested-notice', email: user.email, at } as const;
          const notified = user.email === null ? null : requestMail(user, notice);
          const pending = notified?.user ?? user;
          const requested = (await isTaken(email, user))
            ? null
            : requestMail(pending, { template: 'email-change-confirmation', email, at });
          const events = [notified, requested].flatMap((one) => (one === null ? [] : [one.event]));
          if (events.length === 0) return null;
          return { user: changeUser(user, requested?.user ?? pending, at), events };
        },
      );
      await endOfStep();
    },

    confirmChange(token) {
      const taken = () => applicationError('Email already taken');
      return useToken(
        token,
        async (user, tokenHash, at) => {
          const request = requestOf(user, 'email-change-confirmation', at);
          if (request === null || request.tokenHash !== tokenHash) {
            if (rememberedRequest(user, 'email-change-confirmation', tokenHash, at) !== null) return null;
            throw invalidToken();
          }
          const { email } = request;
          if (email === null || (await isTaken(email, user))) throw taken();
          const former = user.email;
          const patch = {
            email,
            // Accounts of staff, and some of archives, have their address as username.
            ...(user.username !== null && user.username === former ? { username: email } : {}),
            confirmed: true,
            edited: true,
            mailRequests: spendRequests(user.mailRequests, 'email-change-confirmation', 'password-reset'),
          };
          const changed = changeUser(user, patch, at);
          const entry = audited(user, changed, 'email_changed', at);
          if (former === null) return { user: changed, events: [userEvents.updated(changed, at), entry] };
          const noticeRequest = requestMail(changed, { template: 'email-changed-notice', email: former, at });
          return {
            user: noticeRequest.user,
            events: [userEvents.updated(noticeRequest.user, at), noticeRequest.event, entry],
          };
        },
        taken,
      );
    },

    stopChange: (token) =>
      useToken(token, async (user, tokenHash, at) => {
        // The link of an earlier notice stops a change that was requested again.
        const notice = rememberedRequest(user, 'email-change-requested-notice', tokenHash, at);
        if (notice === null || notice.tokenVersion !== user.tokenVersion) throw invalidToken();
        if (requestOf(user, 'email-change-confirmation', at) === null) return null;
        const mailRequests = spendRequests(user.mailRequests, 'email-change-confirmation');
        const changed = changeUser(user, { mailRequests, edited: true }, at);
        return { user: changed, events: [userEvents.updated(changed, at)] };
      }),
  };
}
