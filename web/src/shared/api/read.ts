/**
 * One read of the content API, as data: where it is asked and what the screens keep of the answer.
 * The same value serves the server's renderer, which fetches it itself, and RTK Query in the browser.
 */
export interface Read<Arg, View, Wire = unknown> {
  /** Name of the endpoint in the store. */
  name: string;
  /** Path and query below `/api`. */
  path(arg: Arg): string;
  /** The little that the screens show of an answer, so that the seeded state stays small. */
  view(body: Wire, arg: Arg): View;
  /** What is shown in place of a side part, and after a navigation in the browser, when the read fails. */
  empty?: View;
  /** What a 404 means, where it is an answer like any other. */
  absent?: View;
}

export interface WireEntry<Attributes> {
  id: number;
  attributes: Attributes;
}

export interface WireOne<Attributes> {
  data: WireEntry<Attributes> | null;
}

export interface WireList<Attributes> {
  data: WireEntry<Attributes>[];
  meta?: { pagination?: { page: number; pageSize: number; pageCount: number; total: number } };
}

type Query = { [key: string]: string | number | boolean | readonly string[] };

/** Writes the bracketed query of the content API; a list becomes `key[0]=…&key[1]=…`. */
export function queryOf(query: Query): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(query)) {
    if (typeof value === 'object')
      value.forEach((item, index) => pairs.push(`${key}[${index}]=${encodeURIComponent(item)}`));
    else pairs.push(`${key}=${encodeURIComponent(value)}`);
  }
  return pairs.join('&');
}
