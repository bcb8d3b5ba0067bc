import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of this site made the request, which only a browser can say truly: what other sites make a
 * visitor's browser send is told from our own by it. Browsers add `Sec-Fetch-Site` where the connection can be
 * trusted and `Origin` everywhere, and no script can change either.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicUrl.origin : site === 'same-origin';
}
