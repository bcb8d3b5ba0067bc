import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns whether a page of this site sent the request (CSRF protection). Browsers add `Sec-Fetch-Site` where the
 * connection can be trusted and `Origin` everywhere, and no script can change either.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicUrl.origin : site === 'same-origin';
}
