import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, unauthorized, unavailable } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import type { Identities } from '../identity/identities.ts';
import type { ServiceDocument } from './merged-openapi.ts';

/** Services whose collections are content types: without one of them the list would lack types that exist. */
const CONTENT_SERVICES = ['news', 'catalog'];
const RETRY_AFTER_SECONDS = 2;

export interface ContentTypeOptions {
  identities: Pick<Identities, 'of'>;
  readDocuments: () => Promise<readonly ServiceDocument[]>;
}

const uidOf = (type: unknown): unknown =>
  typeof type === 'object' && type !== null && 'uid' in type ? type.uid : undefined;

/**
 * `GET /api/content-type-builder/{content-types,components}` for staff, in the form of Strapi 4, from which clients such
 * as gatsby-source-strapi learn what there is. The types are as public as `/docs`, so a revoked token is not looked up.
 */
export async function contentTypeRoutes(app: FastifyInstance, options: ContentTypeOptions): Promise<void> {
  const { identities, readDocuments } = options;
  app.addHook('onRequest', async ({ raw }: FastifyRequest) => {
    const identity = identities.of(raw);
    if (identity === 'unverified') throw unauthorized();
    if (identity === 'software') throw forbidden();
    if (identity === 'anonymous' || !isStaff(identity.role)) throw forbidden();
  });

  app.get('/api/content-type-builder/content-types', async (_request, reply) => {
    const documents = await readDocuments();
    const services = new Set(documents.map(({ service }) => service));
    if (!CONTENT_SERVICES.every((service) => services.has(service))) throw unavailable(RETRY_AFTER_SECONDS);
    // Both services describe the types that both relate to.
    const types = new Map<unknown, unknown>();
    for (const { document } of documents)
      for (const type of document['x-content-types'] ?? [])
        if (!types.has(uidOf(type))) types.set(uidOf(type), type);
    return reply.header('cache-control', 'no-store').send({ data: [...types.values()] });
  });

  // There are no components.
  app.get('/api/content-type-builder/components', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: [] }),
  );
}
