/**
 * A query of the content API, declared once as data. The server runs it directly (`src/ssr/load-request.ts`), and
 * `queryFor` makes an RTK Query endpoint of it for the browser. `View` is the data in the store, `Wire` the response body.
 */
export interface QueryDefinition<Arg, View, Wire = unknown> {
  /** Name of the endpoint. */
  name: string;
  /** Path and query string below `/api`. */
  path(arg: Arg): string;
  /** Reduces a response to what the components show, which keeps the state in the document small. */
  transform(body: Wire, arg: Arg): View;
  /** The data when the request fails, for parts of a page that it can do without. */
  fallback?: View;
  /** The data of a 404 response, which is not a failure of this query. */
  notFoundValue?: View;
  /** Whether many pages run the query: the server requests it once for all of them within a fifth of a second. */
  shared?: boolean;
  /** Whether its arguments are a few in all, not of the visitor, so that the server caches the data of each. */
  hasFewArgs?: boolean;
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
