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

/** The body of every error response. */
export const errorSchema = {
  type: 'object',
  required: ['data', 'error'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['status', 'name', 'message'],
      properties: {
        status: { type: 'integer' },
        name: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
};

interface Operation {
  responses: Record<string, unknown>;
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'responses' in value;

/**
 * Adds an error response to every operation, beside those that it declares: the gateway or the framework may reject any
 * request, such as one with an invalid token or another content type.
 */
function addErrorResponses(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.values({ ...(document['paths'] as object) }) as Record<string, unknown>[];
  const incomplete = paths
    .flatMap((path) => Object.values(path))
    .filter(isOperation)
    .filter(({ responses }) => !('4XX' in responses || 'default' in responses));
  if (incomplete.length === 0) return document;
  for (const { responses } of incomplete)
    responses['4XX'] = {
      description: 'The request is rejected',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  const components = { ...(document['components'] as Record<string, object> | undefined) };
  return {
    ...document,
    components: { ...components, schemas: { Error: errorSchema, ...components['schemas'] } },
  };
}

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
  app.get(OPENAPI_PATH, { logLevel: 'silent' }, async () =>
    addErrorResponses(extend(toPlainDocument(app.swagger()))),
  );
});
