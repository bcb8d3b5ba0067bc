import { COMMAND, type Actor } from '@vidhi/contracts/actor.ts';
import { WireError, forbidden, notFound, unauthorized, validationError } from '@vidhi/contracts/errors.ts';
import type { SecondStepDetails } from '@vidhi/contracts/account-responses.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { KeyEncryptionError, type KeyCipher, type SealedText } from '../keys/key-cipher.ts';
import type { RequestMail } from '../mail/request-mail.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SessionRepository } from '../refresh/session-repository.ts';
import type { MayLogIn } from '../sessions/may-log-in.ts';
import { ownerOf } from '../users/account-audit.ts';
import { changeAccount, type AccountChange } from '../users/change-account.ts';
import { assertCurrent } from '../users/token-owner.ts';
import type { UserEvents } from '../users/user-events.ts';
import { changeUser, isStaffAccount, normaliseEmail, type User } from '../users/user.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { acceptCode, hasSecondStep, secondStepNeed } from './second-step.ts';
import type { SecondStepToken, SecondStepTokens } from './second-step-tokens.ts';
import { newSecret, otpauthUri, stepOfCode } from './totp.ts';

export interface SecondStepDependencies {
  users: Pick<UserRepository, 'findById' | 'findByEmail' | 'listStaff' | 'update'>;
  sessions: Pick<SessionRepository, 'removeOldest'>;
  hasher: Pick<PasswordHasher, 'verify'>;
  userEvents: UserEvents;
  requestMail: RequestMail;
  cipher: KeyCipher;
  tokens: SecondStepTokens;
  mayLogIn: MayLogIn;
  /** Roles that cannot log in without a second step. */
  requiredRoles: readonly number[];
  /** Names the site in the authenticator app. */
  issuer: string;
  now?: () => Date;
}

export interface SecondStepState {
  enabled: boolean;
  since: string | null;
  recoveryCodesLeft: number;
  required: boolean;
}

export interface Enrolment {
  /** To be sent back with the first code. */
  enrolment: string;
  secret: string;
  uri: string;
}

/** Proof of an own account: its access token with the password, or the challenge of a login. */
export type EnrolmentProof = { principal: Principal; currentPassword: string } | { challenge: string };

/** The second step of logins. No call lets anybody in before the use of the code is stored. */
export interface SecondSteps {
  /** Returns the error that a login gets after the right password where it needs a second step; null where it does not. */
  challenge(user: User): WireError | null;
  /** Returns whether a session may not go on, as its account needs a second step that it does not have. */
  mustEnrol(user: User): boolean;
  /** Returns the account of a token of this service, unless it has expired; to be counted before its code is checked. */
  accountOf(token: string): number | null;
  /** Completes a login. Throws 401 for a token that has expired, and 400 for a wrong or used code. */
  enter(challenge: string, code: string, via: Actor['via']): Promise<User>;
  stateOf(principal: Principal): Promise<SecondStepState>;
  enrol(proof: EnrolmentProof): Promise<Enrolment>;
  /** Turns the second step on with the first code. All sessions, links and tokens from before end. */
  activate(
    enrolment: string,
    code: string,
    via: Actor['via'],
  ): Promise<{ user: User; recoveryCodes: string[] }>;
  replaceRecoveryCodes(principal: Principal, currentPassword: string, via: Actor['via']): Promise<string[]>;
  /** All sessions and tokens from before end. */
  turnOff(
    principal: Principal,
    proof: { currentPassword: string; code: string },
    via: Actor['via'],
  ): Promise<User>;
  /** Turns off that of another account, whose owner has lost phone and codes, and ends its sessions. */
  reset(id: number, actor: Actor): Promise<User>;
  /** Encrypts the stored secrets with the current key; those that no key opens stay, and recovery codes still work. */
  reencrypt(): Promise<void>;
  /** The same as `reset` by command, for the only administrator. */
  resetByEmail(email: string): Promise<User>;
}

const WRONG_CODE = 'This code is wrong, has expired, or was used before';
const WRONG_PASSWORD = 'The provided current password is invalid';
const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const wrongCode = (): WireError => validationError(WRONG_CODE);
const expired = (): WireError => unauthorized('This login has expired. Log in again.');

const hashesOf = (codes: readonly string[]): string[] =>
  codes.flatMap((code) => hashRecoveryCode(code) ?? []);

export function createSecondSteps(dependencies: SecondStepDependencies): SecondSteps {
  const { users, sessions, hasher, userEvents, requestMail, cipher, tokens, mayLogIn } = dependencies;
  const { requiredRoles, issuer, now = () => new Date() } = dependencies;

  const contextOf = (id: number): string => `second step of account ${id}`;
  const openerOf =
    (id: number) =>
    (sealed: SealedText): string | null => {
      try {
        return cipher.open(sealed, contextOf(id));
      } catch (error) {
        if (error instanceof KeyEncryptionError) return null;
        throw error;
      }
    };

  /** Returns the change with its audit entry, and a mail that tells the owner. */
  function noticed(before: User, after: User, actor: Actor, action: string, at: Date): AccountChange {
    const audited = userEvents.audited(before, after, { actor, action, at });
    if (after.email === null) return { user: after, events: [userEvents.updated(after, at), audited] };
    const { user, event } = requestMail(after, { template: 'second-step-notice', email: after.email, at });
    return { user, events: [userEvents.updated(user, at), event, audited] };
  }

  /** Returns the account with another token version, which ends what was issued before. */
  const withNewVersion = (user: User, patch: Pick<User, 'secondStep'>, at: Date): User => ({
    ...changeUser(user, { ...patch, edited: true }, at),
    tokenVersion: user.tokenVersion + 1,
  });

  function assertOwner(
    user: User | null,
    { tokenVersion }: Pick<SecondStepToken, 'tokenVersion'>,
  ): asserts user is User {
    if (user === null || user.tokenVersion !== tokenVersion) throw expired();
    const rejection = mayLogIn(user);
    if (rejection !== null) throw rejection;
  }

  async function checkPassword(user: User, password: string): Promise<void> {
    if (!(await hasher.verify(password, user.passwordHash))) throw validationError(WRONG_PASSWORD);
  }

  const change = async (
    find: () => Promise<User | null>,
    by: (user: User | null) => Promise<AccountChange>,
  ): Promise<User> => {
    const written = await changeAccount(users, find, by);
    if (written === null) throw notFound();
    return written;
  };

  async function resetAccount(find: () => Promise<User | null>, actor: Actor): Promise<User> {
    const written = await change(find, async (user) => {
      if (user === null || !isStaffAccount(user)) throw notFound();
      if (!hasSecondStep(user)) throw conflict('Two-step login is off for this account');
      const at = now();
      const after = withNewVersion(user, { secondStep: null }, at);
      return noticed(user, after, actor, 'second_step_reset', at);
    });
    await sessions.removeOldest(written.id, 0);
    return written;
  }

  return {
    challenge(user) {
      const need = secondStepNeed(user, requiredRoles);
      if (need === 'none') return null;
      const message =
        need === 'code'
          ? 'Enter the code of your authenticator app'
          : 'Your account needs two-step login. Please set it up to continue.';
      return new WireError(401, 'SecondStepError', message, {
        details: {
          second_step: tokens.challengeOf(user),
          enrolment: need === 'enrolment',
        } satisfies SecondStepDetails,
      });
    },
    mustEnrol: (user) => secondStepNeed(user, requiredRoles) === 'enrolment',
    accountOf: (token) => (tokens.readChallenge(token) ?? tokens.readEnrolment(token))?.userId ?? null,

    async enter(challenge, code, via) {
      const token = tokens.readChallenge(challenge);
      if (token === null) throw expired();
      return change(
        () => users.findById(token.userId),
        async (user) => {
          assertOwner(user, token);
          if (!hasSecondStep(user)) throw expired();
          const at = now();
          const accepted = acceptCode(user.secondStep, code, at, openerOf(user.id));
          if (accepted === null) throw wrongCode();
          const after: User = { ...user, secondStep: accepted.secondStep, rev: user.rev + 1 };
          if (accepted.kind === 'app') return { user: after, events: [] };
          const actor = ownerOf(user, via);
          return {
            user: after,
            events: [userEvents.audited(user, after, { actor, action: 'recovery_code_used', at })],
          };
        },
      );
    },

    async stateOf({ userId, tokenVersion }) {
      const user = await users.findById(userId);
      assertCurrent(user, tokenVersion);
      const secondStep = hasSecondStep(user) ? user.secondStep : null;
      return {
        enabled: secondStep !== null,
        since: secondStep?.since ?? null,
        recoveryCodesLeft: secondStep?.recoveryHashes.length ?? 0,
        required: requiredRoles.includes(user.role),
      };
    },

    async enrol(proof) {
      const token = 'challenge' in proof ? tokens.readChallenge(proof.challenge) : proof.principal;
      if (token === null) throw expired();
      const user = await users.findById(token.userId);
      if ('challenge' in proof) assertOwner(user, token);
      else {
        assertCurrent(user, token.tokenVersion);
        await checkPassword(user, proof.currentPassword);
      }
      if (!isStaffAccount(user)) throw forbidden();
      // The password alone must not be enough to replace the authenticator app.
      if (hasSecondStep(user)) throw conflict('Two-step login is on already');
      const secret = newSecret();
      return {
        enrolment: tokens.enrolmentOf(user, secret),
        secret,
        uri: otpauthUri(secret, { issuer, label: user.email ?? user.username ?? String(user.id) }),
      };
    },

    async activate(enrolment, code, via) {
      const token = tokens.readEnrolment(enrolment);
      if (token === null) throw expired();
      const recoveryCodes = newRecoveryCodes();
      const user = await change(
        () => users.findById(token.userId),
        async (user) => {
          assertOwner(user, token);
          if (!isStaffAccount(user)) throw forbidden();
          if (hasSecondStep(user)) throw conflict('Two-step login is on already');
          const at = now();
          const step = stepOfCode(token.secret, code.replaceAll(/\s/g, ''), at);
          if (step === null) throw wrongCode();
          const secondStep = {
            secret: cipher.seal(token.secret, contextOf(user.id)),
            lastStep: step,
            recoveryHashes: hashesOf(recoveryCodes),
            since: at.toISOString(),
          };
          const after = withNewVersion(user, { secondStep }, at);
          return noticed(user, after, ownerOf(user, via), 'second_step_enabled', at);
        },
      );
      await sessions.removeOldest(user.id, 0);
      return { user, recoveryCodes };
    },

    async replaceRecoveryCodes({ userId, tokenVersion }, currentPassword, via) {
      const recoveryCodes = newRecoveryCodes();
      await change(
        () => users.findById(userId),
        async (user) => {
          assertCurrent(user, tokenVersion);
          await checkPassword(user, currentPassword);
          if (!hasSecondStep(user)) throw conflict('Two-step login is off');
          const at = now();
          const secondStep = { ...user.secondStep, recoveryHashes: hashesOf(recoveryCodes) };
          const after = changeUser(user, { secondStep, edited: true }, at);
          const write = { actor: ownerOf(user, via), action: 'recovery_codes_replaced', at };
          const audited = userEvents.audited(user, after, write);
          return { user: after, events: [userEvents.updated(after, at), audited] };
        },
      );
      return recoveryCodes;
    },

    async turnOff({ userId, tokenVersion }, { currentPassword, code }, via) {
      const user = await change(
        () => users.findById(userId),
        async (user) => {
          assertCurrent(user, tokenVersion);
          await checkPassword(user, currentPassword);
          if (!hasSecondStep(user)) throw conflict('Two-step login is off');
          if (requiredRoles.includes(user.role)) throw conflict('Your account needs two-step login');
          const at = now();
          if (acceptCode(user.secondStep, code, at, openerOf(user.id)) === null) throw wrongCode();
          const after = withNewVersion(user, { secondStep: null }, at);
          return noticed(user, after, ownerOf(user, via), 'second_step_disabled', at);
        },
      );
      await sessions.removeOldest(user.id, 0);
      return user;
    },

    async reencrypt() {
      for (const { id } of await users.listStaff())
        await changeAccount(
          users,
          () => users.findById(id),
          async (user) => {
            if (user === null || !hasSecondStep(user)) return null;
            const { secret } = user.secondStep;
            const opened = secret.keyId === cipher.currentKeyId ? null : openerOf(id)(secret);
            if (opened === null) return null;
            const secondStep = { ...user.secondStep, secret: cipher.seal(opened, contextOf(id)) };
            return { user: { ...user, secondStep, rev: user.rev + 1 }, events: [] };
          },
        );
    },

    async reset(id, actor) {
      if (actor.id === id) throw conflict('Turn off your own two-step login on the page Security');
      return resetAccount(() => users.findById(id), actor);
    },
    resetByEmail: async (email) => resetAccount(() => users.findByEmail(normaliseEmail(email)), COMMAND),
  };
}
