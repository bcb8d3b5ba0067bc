const LOGIN = '/login';
const PARAMETER = 'next';
const LONGEST = 2_000;

/** Stands for whatever origin the site has; no address can name it by chance. */
const HERE = 'http://here.invalid';

/** Where to go after signing in: a path of this site, else its front page. Never the sign-in page again. */
export function safeTarget(text: string | null | undefined): string {
  if (!text?.startsWith('/') || text.length > LONGEST) return '/';
  const url = URL.parse(text, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return '/';
  if (url.pathname.replace(/\/+$/, '').toLowerCase() === LOGIN) return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to the given path. */
export function loginPath(target: string): string {
  const safe = safeTarget(target);
  return safe === '/' ? LOGIN : `${LOGIN}?${new URLSearchParams({ [PARAMETER]: safe })}`;
}

export const targetFrom = (query: URLSearchParams): string => safeTarget(query.get(PARAMETER));
