import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { attributeErrors, forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import {
  EnrolmentResponse,
  RecoveryCodesResponse,
  SecondStepActivation,
  SecondStepResponse,
  SessionResponse,
} from '@vidhi/contracts/account-responses.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { KnownClients } from '../devices/known-clients.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { loggedIn } from '../passwords/change-password.ts';
import { createSendSession, type SendSessionOptions } from '../sessions/send-session.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { SecondSteps } from './second-step-calls.ts';

export interface SecondStepRoutesOptions extends Omit<SendSessionOptions, 'knownClients'> {
  users: Pick<UserRepository, 'findById'>;
  secondSteps: SecondSteps;
  knownClients: KnownClients;
  keyRing: Pick<KeyRing, 'issue'>;
  limits: RequestLimits;
}

const Text = Type.String({ minLength: 1, maxLength: 1_000 });
const Code = Type.String({ minLength: 1, maxLength: 100 });
const EnterBody = Type.Object({ token: Text, code: Code }, { additionalProperties: false });
const EnrolBody = Type.Object(
  { currentPassword: Type.Optional(Text), token: Type.Optional(Text) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
const ActivateBody = Type.Object({ enrolment: Text, code: Code }, { additionalProperties: false });
const PasswordBody = Type.Object({ currentPassword: Text }, { additionalProperties: false });
const RemovalBody = Type.Object({ currentPassword: Text, code: Code }, { additionalProperties: false });

const errors = {
  400: ErrorResponse,
  401: ErrorResponse,
  403: ErrorResponse,
  409: ErrorResponse,
  429: ErrorResponse,
  503: ErrorResponse,
};
const documented = (operationId: string, summary: string, isOpen = false) => ({
  operationId,
  summary,
  tags: ['accounts'],
  security: isOpen ? [] : [{ bearer: [] }],
});

/** `/api/auth/second-step` and the routes below it. */
export async function secondStepRoutes(
  app: FastifyInstance,
  options: SecondStepRoutesOptions,
): Promise<void> {
  const { users, secondSteps, knownClients, deviceCookie, keyRing, limits } = options;
  const sendSession = createSendSession(options);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Checks a code within the limits of its account. Known clients have their own, which strangers cannot use up. */
  async function limited<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    check: () => Promise<Result>,
  ): Promise<Result> {
    const device = deviceCookie.read(request.headers.cookie);
    const known = await knownClients.find(userId, { ip: request.ip, device });
    await limits.admit('secondStep', request, reply, String(userId), undefined, known);
    const result = await check();
    await limits.succeeded('secondStep', request, String(userId), known);
    return result;
  }

  /** Runs a call that names the own password, within the limits of such calls. */
  async function withPassword<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    call: (principal: NonNullable<FastifyRequest['principal']>) => Promise<Result>,
  ): Promise<Result> {
    const { principal } = request;
    if (principal === null) throw forbidden();
    await findTokenOwner(users, principal);
    await limits.admit('checkPassword', request, reply, String(principal.userId));
    const result = await call(principal);
    await limits.succeeded('checkPassword', request, String(principal.userId));
    return result;
  }

  function accountOf(token: string): number {
    const userId = secondSteps.accountOf(token);
    if (userId === null) throw unauthorized('This login has expired. Log in again.');
    return userId;
  }

  app.get(
    '/api/auth/second-step',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('findSecondStep', 'Whether one’s own login has a second step'),
        response: {
          200: SecondStepResponse,
          ...errors,
        },
      },
    },
    async ({ principal }) => {
      if (principal === null) throw forbidden();
      const { enabled, since, recoveryCodesLeft, required } = await secondSteps.stateOf(principal);
      return { enabled, since, recovery_codes_left: recoveryCodesLeft, required };
    },
  );

  app.post<{ Body: Static<typeof EnterBody> }>(
    '/api/auth/second-step',
    {
      schema: {
        ...documented('enterSecondStep', 'Completes a login with a code', true),
        description:
          'Takes the `second_step` of the 401 of a login, and a code of the authenticator app or a recovery code. Each code works once.',
        body: EnterBody,
        response: { 200: SessionResponse, ...errors },
      },
    },
    async (request, reply) => {
      const { token, code } = request.body;
      const user = await limited(request, reply, accountOf(token), () =>
        secondSteps.enter(token, code, actorOf(request).via),
      );
      return sendSession(request, reply, await loggedIn(keyRing, user));
    },
  );

  app.post<{ Body: Static<typeof EnrolBody> }>(
    '/api/auth/second-step/enrolment',
    {
      schema: {
        ...documented('enrolSecondStep', 'A new secret for an authenticator app', true),
        description:
          'With a token of staff and the current password, or with the `second_step` of a login whose account needs one. Nothing changes until the activation.',
        body: EnrolBody,
        response: {
          200: EnrolmentResponse,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const { currentPassword, token } = request.body;
      if (token !== undefined) return secondSteps.enrol({ challenge: token });
      if (currentPassword === undefined)
        throw attributeErrors([
          { path: ['currentPassword'], message: 'currentPassword is a required field' },
        ]);
      return withPassword(request, reply, (principal) => secondSteps.enrol({ principal, currentPassword }));
    },
  );

  app.post<{ Body: Static<typeof ActivateBody> }>(
    '/api/auth/second-step/activation',
    {
      schema: {
        ...documented('activateSecondStep', 'Turns the second step on with the first code', true),
        description:
          'Ends all other sessions and tokens of the account. The recovery codes are shown only here; each works once.',
        body: ActivateBody,
        response: {
          200: SecondStepActivation,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const { enrolment, code } = request.body;
      const { user, recoveryCodes } = await limited(request, reply, accountOf(enrolment), () =>
        secondSteps.activate(enrolment, code, actorOf(request).via),
      );
      const session = await sendSession(request, reply, await loggedIn(keyRing, user));
      return { ...session, recovery_codes: recoveryCodes };
    },
  );

  app.post<{ Body: Static<typeof PasswordBody> }>(
    '/api/auth/second-step/recovery-codes',
    {
      schema: {
        ...documented('replaceRecoveryCodes', 'New recovery codes in place of the former ones'),
        body: PasswordBody,
        response: { 200: RecoveryCodesResponse, ...errors },
      },
    },
    async (request, reply) => {
      const codes = await withPassword(request, reply, (principal) =>
        secondSteps.replaceRecoveryCodes(principal, request.body.currentPassword, actorOf(request).via),
      );
      return { recovery_codes: codes };
    },
  );

  app.post<{ Body: Static<typeof RemovalBody> }>(
    '/api/auth/second-step/removal',
    {
      schema: {
        ...documented('removeSecondStep', 'Turns the second step off'),
        description: '409 where the role needs it. Ends all other sessions and tokens of the account.',
        body: RemovalBody,
        response: { 200: SessionResponse, ...errors },
      },
    },
    async (request, reply) => {
      const user = await withPassword(request, reply, (principal) =>
        limited(request, reply, principal.userId, () =>
          secondSteps.turnOff(principal, request.body, actorOf(request).via),
        ),
      );
      return sendSession(request, reply, await loggedIn(keyRing, user));
    },
  );
}
