import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { KeyRing } from './key-ring.ts';

const PublicKey = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  kid: Type.String(),
  use: Type.String(),
  alg: Type.String(),
});

const KeySet = Type.Object({ keys: Type.Array(PublicKey) }, { description: 'Public keys of access tokens' });

/** `/.well-known/jwks.json`. The response schema also removes private members. */
export async function keyRoutes(app: FastifyInstance, { keyRing }: { keyRing: KeyRing }): Promise<void> {
  const schema = {
    tags: ['accounts'],
    operationId: 'getKeySet',
    summary: 'Returns the public keys of access tokens',
    security: [],
    response: { 200: KeySet },
  };
  app.get('/.well-known/jwks.json', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(keyRing.published()),
  );
}
