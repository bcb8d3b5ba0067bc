import type { Encoding } from '../cache/cache-entry.ts';

const MAX_CACHED_HEADERS = 200;
const remembered = new Map<string, Encoding>();

function weightOf(list: string, name: string): number | undefined {
  for (const part of list.split(',')) {
    const [token = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (token.toLowerCase() !== name) continue;
    const q = parameters.find((text) => text.toLowerCase().startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return undefined;
}

function choose(header: string): Encoding {
  const any = weightOf(header, '*') ?? 0;
  const br = weightOf(header, 'br') ?? any;
  const gzip = weightOf(header, 'gzip') ?? any;
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

/** Negotiates the content encoding. Browsers send few different headers, so each is parsed once. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const chosen = choose(header);
  if (remembered.size < MAX_CACHED_HEADERS) remembered.set(header, chosen);
  return chosen;
}
