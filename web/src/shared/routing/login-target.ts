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

/** A page before or beside login, which leads on to the given path. */
export function pathWithTarget(path: string, target: string): string {
  const safe = safeTarget(target);
  return safe === '/' ? path : `${path}?${new URLSearchParams({ [PARAMETER]: safe })}`;
}

/** The login page that leads back to the given path. */
export const loginPath = (target: string): string => pathWithTarget(LOGIN, target);

export const targetFrom = (query: URLSearchParams): string => safeTarget(query.get(PARAMETER));
