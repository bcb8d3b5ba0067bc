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
  const withError = {
    response: { ...schema.response, 404: Type.Object({}, { description: 'No such thing' }) },
  };
  app.get('/api/others/:id', { schema: withError }, async () => ({ n: 1 }));
  app.get('/api/things/:id', { schema }, async () => ({ n: 1 }));
  app.get('/api', async () => ({}));
  app.get('/apis', async () => ({}));
  app.post('/internal/endpoint', async () => ({}));
  return (await app.inject(OPENAPI_PATH)).json();
}

it('documents public routes from their schemas and omits internal ones', async () => {
  const document = await documentOf();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Sample' } });
  expect(Object.keys(document.paths)).toEqual(['/api/others/{id}', '/api/things/{id}', '/api']);
  const response = document.paths['/api/things/{id}'].get.responses['200'].content['application/json'].schema;
  expect(response.properties).toEqual({ n: { type: 'integer' } });
});

it('adds an error response to every operation, beside those that it declares', async () => {
  const { paths, components } = await documentOf();
  expect(Object.keys(paths['/api/things/{id}'].get.responses)).toEqual(['200', '4XX']);
  expect(paths['/api/things/{id}'].get.responses['4XX'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  });
  expect(components.schemas.Error.required).toEqual(['data', 'error']);
  expect(Object.keys(paths['/api/others/{id}'].get.responses)).toEqual(['200', '404', '4XX']);
});

it('applies the extension of a service', async () => {
  const document = await documentOf((generated) => ({ ...generated, 'x-more': 1 }));
  expect(document['x-more']).toBe(1);
});
