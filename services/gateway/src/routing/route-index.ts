import type { Route } from './routes.ts';

const WILDCARD = '/**';

interface Pattern {
  segments: readonly string[];
  route: Route;
}

/** Finds the row of the routing table for a decoded path: exact, then patterns, then the longest prefix. */
export interface RouteIndex {
  find(decodedPath: string): Route | null;
}

const matchesPattern = (segments: readonly string[], requested: readonly string[]): boolean =>
  segments.length === requested.length &&
  segments.every((segment, at) => segment.startsWith(':') || segment === requested[at]);

export function createRouteIndex(routes: readonly Route[]): RouteIndex {
  const exact = new Map<string, Route>();
  const patterns: Pattern[] = [];
  const prefixes = new Map<string, Route>();
  for (const route of routes) {
    for (const path of route.paths) {
      if (path.endsWith(WILDCARD)) prefixes.set(path.slice(0, -WILDCARD.length), route);
      else if (path.includes(':')) patterns.push({ segments: path.split('/'), route });
      else exact.set(path, route);
    }
  }
  const patternLengths = new Set(patterns.map(({ segments }) => segments.length));

  function findPattern(path: string): Route | undefined {
    const requested = path.split('/');
    if (!patternLengths.has(requested.length)) return undefined;
    return patterns.find(({ segments }) => matchesPattern(segments, requested))?.route;
  }

  function findPrefix(path: string): Route | null {
    for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
      const route = prefixes.get(path.slice(0, end));
      if (route !== undefined) return route;
    }
    return null;
  }

  return {
    find(decodedPath) {
      const path =
        decodedPath.length > 1 && decodedPath.endsWith('/') ? decodedPath.slice(0, -1) : decodedPath;
      const found = exact.get(path) ?? (path.startsWith('/api/') ? undefined : findPattern(path));
      if (found !== undefined) return found;
      const route = findPrefix(path);
      // An undeclared path below /api has no route: pages are not served there.
      return route?.service === 'web' && (path === '/api' || path.startsWith('/api/')) ? null : route;
    },
  };
}
