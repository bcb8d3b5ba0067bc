import { redirectPath } from '@vidhi/contracts/redirects.ts';
import type { SitePaths } from '../redirects/site-paths.ts';

/** Pages of other services: news cannot say which of them there are. */
const ELSEWHERE: ReadonlySet<string> = new Set(['catalogs', 'find-a-lawyer', 'newsletter']);
/** Pages of staff, and those with an address that only its holder knows. */
const PRIVATE: ReadonlySet<string> = new Set(['console', 'preview']);
const MAX_LENGTH = 300;

export interface CountedPath {
  path: string;
  /** Whether there is certainly a page. */
  isKnown: boolean;
}

/** Returns a path as it is counted; null for what is no page of the site. */
export function countedPath(requested: string, paths: Pick<SitePaths, 'hasPage'>): CountedPath | null {
  if (requested === '/') return { path: '/', isKnown: true };
  const path = redirectPath(requested);
  if (path === null || path.length > MAX_LENGTH) return null;
  const [first = '', ...rest] = path.slice(1).split('/');
  if (PRIVATE.has(first)) return null;
  if (paths.hasPage(path)) return { path, isKnown: true };
  return ELSEWHERE.has(first) && rest.length <= 3 ? { path, isKnown: false } : null;
}
