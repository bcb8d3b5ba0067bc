import type { ResponseKind } from './routes.ts';
import type { RequestTarget } from './request-target.ts';

/** Marks of campaigns and click counters: they change no page. */
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
 * One spelling for queries that every parser reads alike: brackets and `$` unescaped, empty parts left out,
 * tracking marks of pages left out. Order is kept, since it can carry meaning.
 */
export function normaliseQuery(query: string, answers: ResponseKind): string {
  if (query === '') return '';
  const spelled = query.includes('%')
    ? query.replaceAll(ESCAPED_PUNCTUATION, (whole, code: string) => PUNCTUATION[code.toUpperCase()] ?? whole)
    : query;
  if (answers === 'api' && !spelled.includes('&&') && !spelled.startsWith('&') && !spelled.endsWith('&'))
    return spelled;
  return spelled
    .split('&')
    .filter((part) => part !== '' && (answers === 'api' || !TRACKING.test(part)))
    .join('&');
}

/** Path and query under which an answer is kept, and asked for upstream. */
export function cacheAddress({ path, query }: RequestTarget, answers: ResponseKind): string {
  const normalised = normaliseQuery(query, answers);
  return normalised === '' ? path : `${path}?${normalised}`;
}
