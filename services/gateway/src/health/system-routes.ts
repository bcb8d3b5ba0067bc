import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { SystemHealth } from '@vidhi/contracts/system-health.ts';
import { fetchWithFailover } from '@vidhi/upstreams/fetch-with-failover.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import type { ServiceDocument } from '../docs/merged-openapi.ts';
import type { Identities } from '../identity/identities.ts';
import { describeSystem } from './describe-system.ts';
import type { SystemWatch } from './system-watch.ts';

export interface SystemRoutesOptions {
  identities: Pick<Identities, 'of'>;
  accounts: InstanceSet;
  watch: SystemWatch;
}

const PATH = '/api/system/health';
const ACCOUNT_TIMEOUT_MS = 1_000;
const ACCOUNT_LIMIT_BYTES = 1_048_576;

/** An error in the envelope that the documents of the services describe. */
const rejection = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** The part of the OpenAPI document that describes this gateway's own calls. */
export const SYSTEM_DOCUMENT: ServiceDocument = {
  service: 'gateway',
  document: {
    paths: {
      [PATH]: {
        get: {
          operationId: 'systemHealth',
          tags: ['system'],
          summary: 'What is wrong with the site, since when, and what to do; its processes and queues',
          description: 'For administrators. It responds while any service, MongoDB, Kafka or Redis is away.',
          security: [{ bearer: [] }],
          responses: {
            200: {
              description: 'The state of the site',
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['data'], properties: { data: SystemHealth } },
                },
              },
            },
            401: rejection('The token is not valid'),
            403: rejection('Not an administrator'),
          },
        },
      },
    },
  },
};

/** `GET /api/system/health`, for administrators. */
export async function systemRoutes(app: FastifyInstance, options: SystemRoutesOptions): Promise<void> {
  const { identities, accounts, watch } = options;

  /**
   * Accounts says whether a token was revoked. While it does not respond, a verified token counts: it ends within ten
   * minutes, and this page is needed when a service is away.
   */
  async function isRevoked({ headers }: FastifyRequest): Promise<boolean> {
    const request = {
      path: '/api/users/me',
      headers: { authorization: String(headers.authorization) },
      limitBytes: ACCOUNT_LIMIT_BYTES,
    };
    try {
      const { status } = await fetchWithFailover(accounts, request, { timeoutMs: ACCOUNT_TIMEOUT_MS });
      return status === 401 || status === 403;
    } catch {
      return false;
    }
  }

  app.get(PATH, { logLevel: 'silent' }, async (request, reply) => {
    const identity = identities.of(request.raw);
    if (identity === 'unverified') throw unauthorized();
    if (identity === 'software') throw forbidden();
    if (identity === 'anonymous' || identity.role !== ROLE.administrator) throw forbidden();
    if (await isRevoked(request)) throw unauthorized('Invalid credentials');
    return reply.header('cache-control', 'no-store').send({ data: describeSystem(await watch.observe()) });
  });
}
