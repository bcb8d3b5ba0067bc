import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';

/** The OpenAPI document as plain data; the gateway joins those of all services. */
export type OpenapiDocument = ReturnType<typeof toPlainDocument>;

export interface OpenapiOptions {
  title: string;
  /** Adds what route schemas do not say, such as paths made from declarations. */
  extend?: (document: OpenapiDocument) => OpenapiDocument;
}

export const OPENAPI_PATH = '/internal/openapi.json';

/** What the gateway forwards; everything else is nobody's business. */
const PUBLISHED = /^\/(api|uploads|\.well-known)(\/|$)/;

const toPlainDocument = (document: object): Record<string, unknown> => ({ ...document });

/**
 * Describes the routes registered after it, from their schemas, at `/internal/openapi.json`.
 * Routes that visitors cannot reach are left out.
 */
export const openapiPlugin = fp<OpenapiOptions>(async (app, { title, extend = (document) => document }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1.0.0' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url }) => ({
      schema: PUBLISHED.test(url) ? schema : { ...schema, hide: true },
      url,
    }),
  });
  app.get(OPENAPI_PATH, { logLevel: 'silent' }, async () => extend(toPlainDocument(app.swagger())));
});
