/** One parameter before it is encoded: the segments of its key, and its value (null: no `=` at all). */
export interface Parameter {
  readonly key: readonly string[];
  readonly value: string | null;
}

export const ENCODINGS = ['brackets', 'percent', 'lower-case', 'everything', 'plus'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface Query {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly encoding: Encoding;
}

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

function encodeEverything(text: string): string {
  return [...Buffer.from(text, 'utf8')].map(percent).join('');
}

function encode(text: string, encoding: Encoding, isKey: boolean): string {
  const usual = encodeURIComponent(text).replaceAll("'", '%27');
  switch (encoding) {
    case 'brackets':
      return isKey ? usual.replaceAll('%24', '$') : usual;
    case 'percent':
      return usual;
    case 'lower-case':
      return usual.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
    case 'everything':
      return encodeEverything(text);
    case 'plus':
      return usual.replaceAll('%20', '+');
  }
}

function renderKey([first = '', ...rest]: readonly string[], encoding: Encoding): string {
  const open = encoding === 'brackets' || encoding === 'plus' ? '[' : encode('[', encoding, true);
  const close = encoding === 'brackets' || encoding === 'plus' ? ']' : encode(']', encoding, true);
  return (
    encode(first, encoding, true) + rest.map((part) => open + encode(part, encoding, true) + close).join('')
  );
}

/** Returns the query string as it goes over the wire. */
export function renderParameters({ parameters, encoding }: Query): string {
  return parameters
    .map(({ key, value }) => {
      const name = renderKey(key, encoding);
      return value === null ? name : `${name}=${encode(value, encoding, false)}`;
    })
    .join('&');
}

export function renderQuery(query: Query): string {
  const text = renderParameters(query);
  return text === '' ? query.path : `${query.path}?${text}`;
}

/** Formats a query for people, without encoding. */
export function showQuery({ path, parameters, encoding }: Query): string {
  const text = parameters
    .map(({ key: [first = '', ...rest], value }) => {
      const name = first + rest.map((part) => `[${part}]`).join('');
      return value === null ? name : `${name}=${value}`;
    })
    .join('&');
  return `${path}${text === '' ? '' : `?${text}`}${encoding === 'brackets' ? '' : `  (${encoding})`}`;
}
