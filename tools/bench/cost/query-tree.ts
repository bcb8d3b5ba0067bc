/** A query string as a tree by its brackets. */
export type QueryTree = string | QueryTree[] | { [key: string]: QueryTree };
export type QueryNode = { [key: string]: QueryTree };

/** One request of the REST dialect: a list of `collection`, or one document if it has an id. */
export interface CandidateQuery {
  readonly collection: string;
  readonly id: number | undefined;
  readonly tree: QueryNode;
}

function write(path: string, tree: QueryTree, parts: string[]): void {
  if (typeof tree === 'string') parts.push(`${path}=${encodeURIComponent(tree)}`);
  else if (Array.isArray(tree)) for (const [at, item] of tree.entries()) write(`${path}[${at}]`, item, parts);
  else for (const [key, item] of Object.entries(tree)) write(`${path}[${key}]`, item, parts);
}

export function queryString(tree: QueryNode): string {
  const parts: string[] = [];
  for (const [key, item] of Object.entries(tree)) write(key, item, parts);
  return parts.join('&');
}
