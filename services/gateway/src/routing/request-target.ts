/** A request target (RFC 9112) that is safe to forward: an absolute path, its decoded form, and the query as sent. */
export interface RequestTarget {
  /** Path as sent, without the query. */
  path: string;
  /** The path after one percent-decoding, by which the routers of services match. */
  decodedPath: string;
  /** Query as sent, without the question mark; empty when there is none. */
  query: string;
}

export type InvalidTarget = 'malformed' | 'internal' | 'too-long';

const UNSAFE_TARGET = /[^\x21-\x7e]|[\\#]/;
const UNSAFE_PATH = /[\p{Cc}\\]|\/\/|(^|\/)\.{1,2}(\/|$)/u;
/** Endpoints between services: never reachable from outside, in any encoding. */
const INTERNAL_PATH = /^\/+internal([/;]|$)/i;
/** Maximum number of characters of path and query; services accept targets of this length. */
export const MAX_TARGET_LENGTH = 16_384;

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Parses a request target, or returns why it is invalid. A path that another decoder could read differently
 * (dot segments, double or encoded slashes, backslashes, control characters, double encoding) is malformed.
 */
export function parseRequestTarget(target: string): RequestTarget | InvalidTarget {
  if (target.charCodeAt(0) !== 0x2f) return 'malformed';
  if (target.length > MAX_TARGET_LENGTH) return 'too-long';
  if (UNSAFE_TARGET.test(target)) return 'malformed';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  let decodedPath = path;
  if (path.includes('%')) {
    const once = decodeOnce(path);
    if (once === null || /%2f/i.test(path)) return classifyUnsafePath(path);
    // A service may decode twice.
    const twice = once.includes('%') ? (decodeOnce(once) ?? once) : once;
    if (twice !== once && (INTERNAL_PATH.test(twice) || UNSAFE_PATH.test(twice)))
      return classifyUnsafePath(twice);
    decodedPath = once;
  }
  if (INTERNAL_PATH.test(decodedPath)) return 'internal';
  if (UNSAFE_PATH.test(decodedPath)) return classifyUnsafePath(decodedPath);
  return { path, decodedPath, query };
}

/** Classifies a rejected path: `internal` when one of its segments is, which responds 404 like any unknown path. */
function classifyUnsafePath(path: string): InvalidTarget {
  const flattened = path
    .replaceAll(/%2f/gi, '/')
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  return flattened.some((segment) => segment.toLowerCase() === 'internal') ? 'internal' : 'malformed';
}
