import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ScreenSegment, ServiceSegment } from '@vidhi/contracts/reserved-segments.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import { acceptsHtml } from './negotiation.ts';
import { completeHeaders, type HeaderRules } from './response-headers.ts';

const NOT_FOUND_PAGE: `/${ScreenSegment}` = '/404';
/** Requested by programs, which get the 400 itself. */
const DATA_SEGMENTS: readonly ServiceSegment[] = ['api', 'uploads', 'assets'];
const DATA_PATH = new RegExp(`^/+(?:${DATA_SEGMENTS.join('|')})(?:[/?;]|$)`, 'i');

/** Responds to a request, or returns false and leaves it untouched. */
export type RedirectMalformedUrl = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Redirects browsers that request a malformed URL, a truncated link say, to /404; other clients get 400. */
export function createMalformedUrlRedirect(headerRules: HeaderRules): RedirectMalformedUrl {
  return ({ method, url = '', headers }, response) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (!url.startsWith('/') || DATA_PATH.test(url) || !acceptsHtml(headers.accept)) return false;
    const target = parseRequestTarget(url);
    if (target !== 'malformed' && target !== 'too-long') return false;
    const responseHeaders = { location: NOT_FOUND_PAGE, 'content-length': 0, 'cache-control': 'no-store' };
    response.writeHead(302, completeHeaders(responseHeaders, 'page', headerRules)).end();
    return true;
  };
}
