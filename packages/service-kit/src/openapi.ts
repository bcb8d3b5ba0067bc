import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';

/** An OpenAPI document as plain data. The gateway merges those of all services. */
export type OpenapiDocument = ReturnType<typeof toPlainDocument>;

export interface OpenapiOptions {
  title: string;
  /** Adds to the generated document, for example paths that have no route schema. */
  extend?: (document: OpenapiDocument) => OpenapiDocument;
}

export const OPENAPI_PATH = '/internal/openapi.json';

/** Paths that the gateway forwards; only these are documented. */
const PUBLIC_PATH = /^\/(api|uploads|\.well-known)(\/|$)/;

const toPlainDocument = (document: object): Record<string, unknown> => ({ ...document });

/**
 * Serves the OpenAPI document of the public routes that are registered after this plugin, generated from their schemas,
 * at `/internal/openapi.json`.
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
      schema: PUBLIC_PATH.test(url) ? schema : { ...schema, hide: true },
      url,
    }),
  });
  app.get(OPENAPI_PATH, { logLevel: 'silent' }, async () => extend(toPlainDocument(app.swagger())));
});
