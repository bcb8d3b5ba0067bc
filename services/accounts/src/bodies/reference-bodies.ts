import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';

/** Makes a scope take JSON and urlencoded bodies; like the reference, it treats a body of unknown type as empty. */
export async function addReferenceBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { parser: (text) => qs.parse(text, { depth: 3, parameterLimit: 100 }) });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null, undefined));
  });
}
