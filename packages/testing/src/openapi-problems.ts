const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

interface Operation {
  operationId?: unknown;
  summary?: unknown;
  security?: unknown;
  responses?: Readonly<Record<string, unknown>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Lists what would be missing in clients generated from an OpenAPI document: operations without a summary, a security
 * requirement, a success response or an operation id of their own. Throws when the document has no operations.
 */
export function openapiProblems({ paths }: { paths: Paths }): string[] {
  const problems: string[] = [];
  const ids = new Map<string, string>();
  let count = 0;
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      count += 1;
      const at = `${method.toUpperCase()} ${path}`;
      const { operationId, summary, security, responses = {} } = operation;
      if (!isText(summary)) problems.push(`${at} has no summary`);
      if (!Array.isArray(security)) problems.push(`${at} does not say who may call it`);
      if (!Object.keys(responses).some((status) => /^[23]/.test(status)))
        problems.push(`${at} has no success response`);
      if (!isText(operationId)) problems.push(`${at} has no operation id`);
      else if (ids.has(operationId)) problems.push(`${at} has the operation id of ${ids.get(operationId)}`);
      else ids.set(operationId, at);
    }
  if (count === 0) throw new Error('the document describes no operations');
  return problems;
}
