import { parse } from 'qs';

/** A value of a parsed query string with its key path. */
export interface Leaf {
  readonly at: readonly string[];
  readonly value: string | null;
}

const PARSE = { strictNullHandling: true, arrayLimit: 10_000, parameterLimit: 10_000, depth: 20 } as const;

function collect(value: unknown, at: readonly string[], leaves: Leaf[]): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, [...at, key], leaves);
  } else leaves.push({ at, value: typeof value === 'string' ? value : null });
}

/** Returns a query string as a list of leaves; arrays show their indexes as keys. */
export function queryLeaves(path: string): Leaf[] {
  const start = path.indexOf('?');
  const leaves: Leaf[] = [];
  if (start >= 0) collect(parse(path.slice(start + 1), PARSE), [], leaves);
  return leaves;
}

export const isIndex = (key: string): boolean => /^\d+$/.test(key);
/** Returns the keys without the indexes of arrays. */
export const names = ({ at }: Leaf): string[] => at.filter((key) => !isIndex(key));
