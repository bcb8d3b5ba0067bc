import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRequestTarget } from '../routing/request-target.ts';
import { completeHeaders, type HeaderRules } from './response-headers.ts';

const NOT_FOUND_PAGE = '/404';
/** What programs ask for: they get the refusal itself. */
const DATA = /^\/+(?:api|uploads|assets)(?:[/?;]|$)/i;

/** Answers a request, or returns false and leaves it untouched. */
export type RedirectMalformedUrl = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A person who comes by an address that cannot be read, a cut link say, is led to the page for such. */
export function createMalformedUrlRedirect(headerRules: HeaderRules): RedirectMalformedUrl {
  return ({ method, url = '', headers }, response) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (!url.startsWith('/') || DATA.test(url) || !headers.accept?.includes('text/html')) return false;
    if (parseRequestTarget(url) !== 'malformed') return false;
    const head = { location: NOT_FOUND_PAGE, 'content-length': 0, 'cache-control': 'no-store' };
    response.writeHead(302, completeHeaders(head, 'page', headerRules)).end();
    return true;
  };
}
