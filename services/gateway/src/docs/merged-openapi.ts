/** The parts of an OpenAPI document that are merged; the rest of a service's document is left out. */
interface OpenapiDocument {
  paths?: Record<string, unknown>;
  components?: Record<string, Record<string, unknown>>;
  /** The collections of the service as content types of Strapi 4. */
  'x-content-types'?: readonly unknown[];
}

export interface ServiceDocument {
  service: string;
  document: OpenapiDocument;
}

const OPERATIONS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

/** Points every reference of a document at the new names of its components. */
function renameReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? (names.get(item) ?? item) : renameReferences(item, names),
    ]),
  );
}

/** Operations without a tag are listed under their service. */
function tagOperations(path: unknown, service: string): unknown {
  if (path === null || typeof path !== 'object') return path;
  return Object.fromEntries(
    Object.entries(path).map(([method, operation]) => {
      if (!OPERATIONS.has(method) || operation === null || typeof operation !== 'object')
        return [method, operation];
      return [method, 'tags' in operation ? operation : { tags: [service], ...operation }];
    }),
  );
}

/**
 * Returns one document for all services. Components that share a name and differ get their service's name in front; a
 * path that two services describe is the first one's.
 */
export function mergeOpenapi(
  documents: readonly ServiceDocument[],
  { publicUrl, absent }: { publicUrl: string; absent: readonly string[] },
): Record<string, unknown> {
  const paths: Record<string, unknown> = {};
  const components: Record<string, Record<string, unknown>> = {};
  for (const { service, document } of documents) {
    const renamed = new Map<string, string>();
    const added: [kind: string, name: string, value: unknown][] = [];
    for (const [kind, named] of Object.entries(document.components ?? {})) {
      for (const [name, value] of Object.entries(named)) {
        const known = components[kind]?.[name];
        const clashes = known !== undefined && JSON.stringify(known) !== JSON.stringify(value);
        const own = clashes ? `${service}-${name}` : name;
        if (clashes) renamed.set(`#/components/${kind}/${name}`, `#/components/${kind}/${own}`);
        added.push([kind, own, value]);
      }
    }
    for (const [kind, name, value] of added)
      (components[kind] ??= {})[name] = renameReferences(value, renamed);
    for (const [path, value] of Object.entries(document.paths ?? {}))
      paths[path] ??= tagOperations(renameReferences(value, renamed), service);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vidhi',
      version: '1.0.0',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        absent.length === 0
          ? 'All services behind the gateway.'
          : `All services behind the gateway. Not answering at the moment: ${absent.join(', ')}.`,
    },
    servers: [{ url: publicUrl }],
    paths,
    components,
  };
}
