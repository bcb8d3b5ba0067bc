import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ScreenSegment, ServiceSegment } from '@vidhi/contracts/reserved-segments.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import { acceptsHtml } from './negotiation.ts';
import { completeHeaders, type HeaderRules } from './response-headers.ts';

const NOT_FOUND_PAGE: `/${ScreenSegment}` = '/404';
/** Requested by programs, which get the 400 itself. */
const DATA_SEGMENTS: readonly ServiceSegment[] = ['api', 'uploads', 'assets'];
const DATA_PATH = new RegExp(`^/+(?:${DATA_SEGMENTS.join('|')})(?:[/?;]|$)`, 'i');

/** White space that was copied behind an address: a line break, a tab. */
const COPIED_SPACE = /(?:%0[9a-d]|%20)+(?=$|\?)/i;

/** Returns the URL without white space behind its path; null where it has none, or where the rest is malformed too. */
function withoutCopiedSpace(url: string): string | null {
  const rest = url.replace(COPIED_SPACE, '');
  return rest !== url && typeof parseRequestTarget(rest) === 'object' ? rest : null;
}

/** Responds to a request, or returns false and leaves it untouched. */
export type RedirectMalformedUrl = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Redirects browsers that request a malformed URL, a truncated link say, to /404; other clients get 400. A URL that is malformed only
 * by a line break or tab behind its path, as copied from a mail, leads every client to the page.
 */
export function createMalformedUrlRedirect(headerRules: HeaderRules): RedirectMalformedUrl {
  return ({ method, url = '', headers }, response) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (!url.startsWith('/') || DATA_PATH.test(url)) return false;
    const target = parseRequestTarget(url);
    if (target !== 'malformed' && target !== 'too-long') return false;
    const address = withoutCopiedSpace(url);
    if (address === null && !acceptsHtml(headers.accept)) return false;
    const responseHeaders = {
      location: address ?? NOT_FOUND_PAGE,
      'content-length': 0,
      'cache-control': 'no-store',
    };
    response
      .writeHead(address === null ? 302 : 301, completeHeaders(responseHeaders, 'page', headerRules))
      .end();
    return true;
  };
}
