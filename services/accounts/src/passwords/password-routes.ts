import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { attributeErrors, forbidden, validationError } from '@vidhi/contracts/errors.ts';
import { SessionResponse } from '@vidhi/contracts/account-responses.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { readBody } from '../bodies/read-body.ts';
import type { FindRequester } from '../devices/find-requester.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { createSendSession, type SendSessionOptions } from '../sessions/send-session.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { MayLogIn } from '../sessions/may-log-in.ts';
import type { SecondSteps } from '../second-step/second-step-calls.ts';
import { isSamePassword } from './opaque-password.ts';
import type { ChangePassword } from './change-password.ts';
import type { ForgotPassword, ResetPassword } from './reset-password.ts';

export interface PasswordRoutesOptions extends SendSessionOptions {
  users: Pick<UserRepository, 'findById'>;
  changePassword: ChangePassword;
  forgotPassword: ForgotPassword;
  resetPassword: ResetPassword;
  mayLogIn: MayLogIn;
  secondSteps: Pick<SecondSteps, 'challenge'>;
  limits: RequestLimits;
  findRequester: FindRequester;
}

const errors = { 400: ErrorResponse, 413: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };
const unchecked = { validatorCompiler: () => () => true };
const consumes = ['application/json', 'application/x-www-form-urlencoded'];

const CHANGE_DOCUMENTATION = {
  operationId: 'changePassword',
  summary: 'Changes one’s own password, and revokes all tokens and sessions',
  tags: ['accounts'],
  security: [{ bearer: [] }],
  consumes,
  body: Type.Object({
    currentPassword: Type.String(),
    password: Type.String(),
    passwordConfirmation: Type.String(),
  }),
  response: { 200: SessionResponse, 401: ErrorResponse, 403: ErrorResponse, ...errors },
};

const FORGOT_DOCUMENTATION = {
  operationId: 'forgotPassword',
  security: [],
  summary: 'Mails a link to reset the password',
  description: 'Answers alike whether or not the address belongs to an account.',
  tags: ['accounts'],
  consumes,
  body: Type.Object({ email: Type.String() }),
  response: { 200: Type.Object({ ok: Type.Boolean() }), ...errors },
};

const RESET_DOCUMENTATION = {
  operationId: 'resetPassword',
  security: [],
  summary: 'Sets a password with the code of a mailed link, which is good for 30 minutes and once',
  description:
    'Logs in, too; an account with a second step gets 401 with `second_step` after the password was set, as at a login.',
  tags: ['accounts'],
  consumes,
  body: Type.Object({ code: Type.String(), password: Type.String(), passwordConfirmation: Type.String() }),
  response: { 200: SessionResponse, 401: ErrorResponse, ...errors },
};

const NOT_EQUAL = 'Passwords do not match';

/** `POST /api/auth/change-password`, `forgot-password` and `reset-password`. */
export async function passwordRoutes(app: FastifyInstance, options: PasswordRoutesOptions): Promise<void> {
  const { users, changePassword, forgotPassword, resetPassword, mayLogIn, limits, findRequester } = options;
  const { secondSteps } = options;
  const sendSession = createSendSession(options);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.post(
    '/api/auth/change-password',
    { schema: CHANGE_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { principal, body } = request;
      if (principal === null) throw forbidden();
      // Before anything is counted: a revoked token uses up no attempt of the account.
      await findTokenOwner(users, principal);
      const { currentPassword, password, passwordConfirmation } = readBody(body, {
        fields: { passwordConfirmation: 'text', password: 'text', currentPassword: 'text' },
        isClosed: true,
      });
      if (!isSamePassword(password, passwordConfirmation))
        throw attributeErrors([{ path: ['passwordConfirmation'], message: NOT_EQUAL }]);
      const account = String(principal.userId);
      await limits.admit('checkPassword', request, reply, account);
      const loggedIn = await changePassword(
        principal,
        { currentPassword, password, via: actorOf(request).via },
        async ({ email, confirmed }) => {
          await limits.admit('changePassword', request, reply, account);
          if (email !== null && !confirmed)
            await limits.admit('noticeToUnconfirmed', request, reply, null, email);
        },
      );
      await limits.succeeded('checkPassword', request, account);
      return sendSession(request, reply, loggedIn);
    },
  );

  app.post(
    '/api/auth/forgot-password',
    { schema: FORGOT_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { email } = readBody(request.body, { fields: { email: 'email' }, isClosed: true });
      const known = await findRequester(request, email);
      const admission = await limits.admitWithReserve('forgotPassword', request, reply, email, email, known);
      await forgotPassword(email, admission);
      return { ok: true };
    },
  );

  app.post(
    '/api/auth/reset-password',
    { schema: RESET_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { code, password, passwordConfirmation } = readBody(request.body, {
        fields: { passwordConfirmation: 'text', password: 'text', code: 'text' },
        isClosed: true,
      });
      if (!isSamePassword(password, passwordConfirmation)) throw validationError(NOT_EQUAL);
      await limits.admit('resetPassword', request, reply);
      const loggedIn = await resetPassword(code, password, actorOf(request).via);
      // Access to the mailbox does not prove possession of the phone, so the second step is still required.
      const rejection = mayLogIn(loggedIn.user) ?? secondSteps.challenge(loggedIn.user);
      if (rejection !== null) throw rejection;
      return sendSession(request, reply, loggedIn);
    },
  );
}
