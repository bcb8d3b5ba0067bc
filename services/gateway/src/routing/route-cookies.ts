import type { ForwardedCookies } from '../edge/forwarded-cookies.ts';
import type { Route } from './routes.ts';

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns whether a pattern such as `PUT /api/users/:id` matches a request. */
function isRequest(pattern: string, method: string, decodedPath: string): boolean {
  const [expectedMethod, path = ''] = pattern.split(' ');
  if (expectedMethod !== method) return false;
  const expected = path.split('/');
  const actual = decodedPath.replace(/\/$/, '').split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, at) => segment.startsWith(':') || segment === actual[at])
  );
}

/**
 * Returns the names of the cookies that are forwarded with a request: none for cached reads, whose responses must not
 * depend on a cookie.
 */
export function cookiesOf(
  { cache, cookies = [], cookiesOf: further }: Pick<Route, 'cache' | 'cookies' | 'cookiesOf'>,
  method: string,
  decodedPath: string,
): ForwardedCookies {
  if (cache !== undefined && isRead(method)) return undefined;
  const passes = further?.requests.some((pattern) => isRequest(pattern, method, decodedPath)) ?? false;
  return passes ? [...cookies, ...(further?.names ?? [])] : cookies;
}
