import type { ForwardedCookies } from '../edge/forwarded-cookies.ts';
import type { Route } from './routes.ts';

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function isRequest(pattern: string, method: string, decodedPath: string): boolean {
  const [wantedMethod, path = ''] = pattern.split(' ');
  if (wantedMethod !== method) return false;
  const wanted = path.split('/');
  const given = decodedPath.replace(/\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment.startsWith(':') || segment === given[at])
  );
}

/** The names of the cookies that pass with a request. A response that may be cached must not depend on a cookie. */
export function cookiesOf(
  { cache, cookies = [], cookiesOf: further }: Pick<Route, 'cache' | 'cookies' | 'cookiesOf'>,
  method: string,
  decodedPath: string,
): ForwardedCookies {
  if (cache !== undefined && isRead(method)) return undefined;
  const passes = further?.requests.some((pattern) => isRequest(pattern, method, decodedPath)) ?? false;
  return passes ? [...cookies, ...(further?.names ?? [])] : cookies;
}
