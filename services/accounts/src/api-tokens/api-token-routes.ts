import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import {
  ApiTokenList,
  CreateTokenBody,
  NewApiToken,
  VerifyApiTokenBody,
  VerifyApiTokenResponse,
  type ApiToken,
} from '@vidhi/contracts/api-tokens.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { StoredApiToken } from './api-token-repository.ts';
import type { ApiTokens } from './api-tokens.ts';

interface ApiTokenRoutesOptions {
  apiTokens: ApiTokens;
}

const One = Type.Object({ id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) });
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse };
const documented = (summary: string, operationId: string) => ({
  tags: ['tokens'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});

const present = (stored: StoredApiToken): ApiToken => ({
  id: stored._id,
  name: stored.name,
  scopes: stored.scopes,
  hint: stored.hint,
  created_by: stored.createdBy,
  created_at: stored.createdAt.toISOString(),
  expires_at: stored.expiresAt.toISOString(),
  last_used_at: stored.lastUsedAt?.toISOString() ?? null,
});

/** `/api/tokens`, for administrators. */
export async function apiTokenRoutes(
  app: FastifyInstance,
  { apiTokens }: ApiTokenRoutesOptions,
): Promise<void> {
  app.addHook('onRequest', requireRole(ROLE.administrator));
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/tokens',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('The tokens of other software', 'listTokens'),
        response: { 200: ApiTokenList, ...errors },
      },
    },
    async () => ({ data: (await apiTokens.list()).map(present) }),
  );

  app.post<{ Body: CreateTokenBody }>(
    '/api/tokens',
    {
      schema: {
        ...documented('Creates a token, which the response shows this once', 'createToken'),
        description:
          'Sent as `Authorization: Bearer …`, it allows what its scopes name and nothing else, 600 requests a minute. It ends with its expiry, its revocation, and when the account that created it is no administrator any more.',
        body: CreateTokenBody,
        response: { 201: NewApiToken, ...errors, 409: ErrorResponse },
      },
    },
    async (request, reply) => {
      const { stored, token } = await apiTokens.create(request.body, actorOf(request));
      return reply.code(201).send({ data: { ...present(stored), token } });
    },
  );

  app.delete<{ Params: Static<typeof One> }>(
    '/api/tokens/:id',
    {
      schema: {
        ...documented('Revokes a token, within a second everywhere', 'revokeToken'),
        params: One,
        response: { 204: Type.Null(), ...errors, 404: ErrorResponse },
      },
    },
    async (request, reply) => {
      await apiTokens.revoke(request.params.id, actorOf(request));
      return reply.code(204).send(null);
    },
  );
}

/** `POST /internal/api-tokens/verify`. The enclosing scope requires the service token. */
export async function internalApiTokenRoutes(
  app: FastifyInstance,
  { apiTokens }: ApiTokenRoutesOptions,
): Promise<void> {
  app.post<{ Body: Static<typeof VerifyApiTokenBody> }>(
    '/internal/api-tokens/verify',
    { schema: { body: VerifyApiTokenBody, response: { 200: VerifyApiTokenResponse } } },
    async ({ body: { token } }) => ({ token: await apiTokens.verify(token) }),
  );
}
