import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { SessionResponse } from '@vidhi/contracts/account-responses.ts';
import { attributeErrors, forbidden } from '@vidhi/contracts/errors.ts';
import { ClaimBody, ClaimLook } from '@vidhi/contracts/profile-invitations.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { createSendSession, type SendSessionOptions } from '../sessions/send-session.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { ClaimProfile } from './claim-profile.ts';
import type { InvitationClient } from './invitation-client.ts';

interface ClaimRoutesOptions extends SendSessionOptions {
  users: Pick<UserRepository, 'findById'>;
  claimProfile: ClaimProfile;
  lookAtInvitation: InvitationClient['look'];
  limits: RequestLimits;
}

const Token = Type.Object(
  { token: Type.String({ maxLength: 200, description: 'That of the link in the mail' }) },
  { additionalProperties: false },
);
const errors = { 400: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };

const LOOK_DOCUMENTATION = {
  operationId: 'lookAtProfileInvitation',
  security: [],
  summary: 'The profile that the link of an invitation offers; changes nothing',
  tags: ['accounts'],
  body: Token,
  response: { 200: ClaimLook, ...errors },
};
const CLAIM_DOCUMENTATION = {
  operationId: 'claimProfile',
  summary: 'Makes one’s own account the owner of a profile, with the token of an invitation',
  description:
    'For the account whose confirmed e-mail address was invited. Gives it the role of a lawyer or a firm, which revokes all tokens and sessions.',
  tags: ['accounts'],
  security: [{ bearer: [] }],
  body: ClaimBody,
  response: { 200: SessionResponse, 401: ErrorResponse, 403: ErrorResponse, 409: ErrorResponse, ...errors },
};

/** `POST /api/auth/profile-invitation` and `POST /api/auth/claim-profile`. */
export async function claimRoutes(app: FastifyInstance, options: ClaimRoutesOptions): Promise<void> {
  const { users, claimProfile, lookAtInvitation, limits } = options;
  const sendSession = createSendSession(options);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.post<{ Body: Static<typeof Token> }>(
    '/api/auth/profile-invitation',
    { schema: LOOK_DOCUMENTATION },
    async (request, reply) => {
      await limits.admit('useLink', request, reply);
      return { data: await lookAtInvitation(request.body.token) };
    },
  );

  app.post<{ Body: Static<typeof ClaimBody> }>(
    '/api/auth/claim-profile',
    { schema: CLAIM_DOCUMENTATION },
    async (request, reply) => {
      const { principal, body } = request;
      if (principal === null) throw forbidden();
      // Before anything is counted: a revoked token uses up no attempt of the address.
      await findTokenOwner(users, principal);
      const missing = (['declaration', 'accept_legal_agreement'] as const).filter((name) => !body[name]);
      if (missing.length > 0)
        throw attributeErrors(missing.map((name) => ({ path: [name], message: `${name} must be true` })));
      await limits.admit('useLink', request, reply);
      return sendSession(request, reply, await claimProfile(principal, body.token, actorOf(request).via));
    },
  );
}
