const LOGIN = '/login';
const PARAMETER = 'next';
const MAX_LENGTH = 2_000;

/** In place of the site's origin; `.invalid` is reserved (RFC 2606). */
const HERE = 'http://here.invalid';

/** Returns the path to open after login: a path of this site, else the front page. Never the login page. */
export function safeTarget(text: string | null | undefined): string {
  if (!text?.startsWith('/') || text.length > MAX_LENGTH) return '/';
  const url = URL.parse(text, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/';
  if (url.pathname.replace(/\/+$/, '').toLowerCase() === LOGIN) return '/';
  return url.pathname + url.search + url.hash;
}

/** Adds the target after login to the path of a page, such as `/forgot-password`, from which users log in. */
export function pathWithTarget(path: string, target: string): string {
  const safe = safeTarget(target);
  return safe === '/' ? path : `${path}?${new URLSearchParams({ [PARAMETER]: safe })}`;
}

/** Returns the login page, which redirects to the given path after login. */
export const loginPath = (target: string): string => pathWithTarget(LOGIN, target);

export const targetFrom = (query: URLSearchParams): string => safeTarget(query.get(PARAMETER));
