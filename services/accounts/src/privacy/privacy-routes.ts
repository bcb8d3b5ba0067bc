import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import { readBody } from '../bodies/read-body.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { EraseAccount } from './erase-account.ts';
import type { ExportAccount } from './export-account.ts';

export interface PrivacyRoutesOptions {
  users: Pick<UserRepository, 'findById'>;
  exportAccount: ExportAccount;
  eraseAccount: EraseAccount;
  limits: Pick<RequestLimits, 'admit' | 'succeeded'>;
}

const member = { tags: ['accounts'], security: [{ bearer: [] }] };
const errors = { 401: ErrorResponse, 403: ErrorResponse, 429: ErrorResponse, 503: ErrorResponse };

const EXPORT_DOCUMENTATION = {
  operationId: 'exportAccount',
  summary: 'Everything that is stored about the caller, as a file',
  ...member,
  response: {
    200: Type.Object(
      {
        exportedAt: Type.String(),
        account: Type.Object({}, { additionalProperties: true }),
        consents: Type.Array(Type.Object({}, { additionalProperties: true })),
        sessions: Type.Array(Type.Object({}, { additionalProperties: true })),
        knownDevices: Type.Array(Type.Object({}, { additionalProperties: true })),
        mails: Type.Array(Type.Object({}, { additionalProperties: true })),
        savedArticles: Type.Array(Type.Object({}, { additionalProperties: true })),
        profile: Type.Unknown(),
        profileReview: Type.Unknown(),
        pictures: Type.Unknown(),
        profileInvitations: Type.Unknown(),
        cart: Type.Unknown(),
        orders: Type.Unknown(),
        newsletter: Type.Unknown(),
        contactMessages: Type.Unknown(),
        grievances: Type.Unknown(),
      },
      { additionalProperties: true },
    ),
    ...errors,
  },
};

const ERASE_DOCUMENTATION = {
  operationId: 'eraseAccount',
  summary: 'Erases the caller’s account and profile for ever',
  ...member,
  body: Type.Object({ currentPassword: Type.String() }),
  response: { 204: Type.Null({ description: 'Erased' }), 400: ErrorResponse, ...errors },
};

/** `GET /api/users/me/export` and `POST /api/users/me/erasure`. */
export async function privacyRoutes(app: FastifyInstance, options: PrivacyRoutesOptions): Promise<void> {
  const { users, exportAccount, eraseAccount, limits } = options;
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/users/me/export',
    { schema: EXPORT_DOCUMENTATION, config: { strictAuth: true } },
    async (request, reply) => {
      const user = await findTokenOwner(users, request.principal);
      reply.header('content-disposition', `attachment; filename="account-${user.id}.json"`);
      // The services of which the data comes claim orders of guests meanwhile.
      return isHead(request)
        ? sendHeadersOnly(reply.type('application/json; charset=utf-8'))
        : exportAccount(user);
    },
  );

  app.post(
    '/api/users/me/erasure',
    { schema: ERASE_DOCUMENTATION, validatorCompiler: () => () => true },
    async (request, reply) => {
      const { principal, body } = request;
      if (principal === null) throw forbidden();
      // Before anything is counted: a revoked token uses up no attempt of the account.
      await findTokenOwner(users, principal);
      const { currentPassword } = readBody(body, { fields: { currentPassword: 'text' }, isClosed: true });
      await limits.admit('checkPassword', request, reply, String(principal.userId));
      await eraseAccount(principal, currentPassword);
      return reply.code(204).send(null);
    },
  );
}
