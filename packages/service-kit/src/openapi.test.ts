import { afterEach, expect, it } from 'vitest';
import { Type } from 'typebox';
import type { FastifyInstance } from 'fastify';
import { createMetrics } from './metrics.ts';
import { OPENAPI_PATH, openapiPlugin, type OpenapiDocument } from './openapi.ts';
import { createServiceApp } from './service-app.ts';

let app: FastifyInstance;
afterEach(async () => app.close());

async function documentOf(extend?: (document: OpenapiDocument) => OpenapiDocument) {
  app = await createServiceApp({ name: 'sample', logLevel: false, metrics: createMetrics('sample') });
  await app.register(openapiPlugin, extend === undefined ? { title: 'Sample' } : { title: 'Sample', extend });
  const schema = { response: { 200: Type.Object({ n: Type.Integer() }) } };
  app.get('/api/things/:id', { schema }, async () => ({ n: 1 }));
  app.get('/api', async () => ({}));
  app.get('/apis', async () => ({}));
  app.post('/internal/door', async () => ({}));
  return (await app.inject(OPENAPI_PATH)).json();
}

it('describes what visitors reach, from the schemas of the routes, and leaves the rest out', async () => {
  const document = await documentOf();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Sample' } });
  expect(Object.keys(document.paths)).toEqual(['/api/things/{id}', '/api']);
  const answer = document.paths['/api/things/{id}'].get.responses['200'].content['application/json'].schema;
  expect(answer.properties).toEqual({ n: { type: 'integer' } });
});

it('adds what a service knows beside its routes', async () => {
  const document = await documentOf((made) => ({ ...made, 'x-more': 1 }));
  expect(document['x-more']).toBe(1);
});
