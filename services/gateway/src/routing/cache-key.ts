import type { ResponseKind } from './routes.ts';
import type { RequestTarget } from './request-target.ts';

/** Campaign parameters and click ids, which do not change a page. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|twclid|yclid)=/;
const ESCAPED_PUNCTUATION = /%(5B|5D|24|2C|3A)/gi;
const PUNCTUATION: Readonly<Record<string, string>> = {
  '5B': '[',
  '5D': ']',
  '24': '$',
  '2C': ',',
  '3A': ':',
};

/**
 * Normalizes queries that every parser reads equally: brackets and `$` unescaped, empty parts and, for pages,
 * tracking parameters removed. Keeps the order, which can be significant.
 */
export function normalizeQuery(query: string, responseKind: ResponseKind): string {
  if (query === '') return '';
  const spelled = query.includes('%')
    ? query.replaceAll(ESCAPED_PUNCTUATION, (whole, code: string) => PUNCTUATION[code.toUpperCase()] ?? whole)
    : query;
  if (responseKind === 'api' && !spelled.includes('&&') && !spelled.startsWith('&') && !spelled.endsWith('&'))
    return spelled;
  return spelled
    .split('&')
    .filter((part) => part !== '' && (responseKind === 'api' || !TRACKING.test(part)))
    .join('&');
}

/** Path and query of the cache key and of the upstream request. */
export function cachePath({ path, query }: RequestTarget, responseKind: ResponseKind): string {
  const normalised = normalizeQuery(query, responseKind);
  return normalised === '' ? path : `${path}?${normalised}`;
}
