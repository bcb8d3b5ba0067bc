import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type SerializerFactory = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<SerializerFactory>>;

const buildCompiler = SerializerSelector();
/** By the schema as JSON. */
const compiled = new Map<string, Serializer>();

/**
 * Compiles equal response schemas once in a process: nearly every route of a service has the same schema of its error
 * responses. A factory for Fastify's `schemaController`.
 */
export const buildResponseSerializer: SerializerFactory = (sharedSchemas, options) => {
  const compile = buildCompiler(sharedSchemas, options);
  // Then equal schemas may have different serializers.
  if (hasProperties(sharedSchemas) || hasProperties(options)) return compile;
  return (route) => {
    const key = JSON.stringify(route.schema);
    const serializer = compiled.get(key) ?? compile(route);
    compiled.set(key, serializer);
    return serializer;
  };
};

const hasProperties = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
