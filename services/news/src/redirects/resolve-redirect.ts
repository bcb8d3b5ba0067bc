import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import { redirectPath, redirectTarget, type FoundRedirect } from '@vidhi/contracts/redirects.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { Stored } from '@vidhi/collections/all.ts';
import type { SitePaths } from './site-paths.ts';

/** A redirect as far as following it needs. */
export type Step = Pick<Stored<'redirect'>, 'from' | 'to' | 'code'>;
export type FindStep = (path: string) => Step | undefined;

export const findStepIn = (model: ReadModel): FindStep => {
  const redirects = documentsOf(model, redirectCollection);
  return (path) => redirects.findUnique('from', path);
};

/** Returns the path of a target in the form of `redirectPath`; null for one elsewhere, and the front page. */
export const pathOfTarget = (target: string): string | null =>
  target.startsWith('/') ? redirectPath(target.replace(/[?#].*$/, '')) : null;

export type Resolution = FoundRedirect | 'loop' | null;

export interface Resolve {
  findStep: FindStep;
  paths: Pick<SitePaths, 'hasPage' | 'renamed'>;
  publicUrl: string;
}

/**
 * Follows redirects from a path to their end, so that clients need one request: chains of them, and the renaming of what they
 * lead to. Stops at the first page. Null for a path without redirect.
 */
export function resolveRedirect(path: string, { findStep, paths, publicUrl }: Resolve): Resolution {
  const visited = new Set<string>();
  let status: 301 | 302 = 301;
  let location: string | null = null;
  let current = path;
  for (let step = findStep(current); step !== undefined; step = findStep(current)) {
    if (visited.has(current)) return 'loop';
    visited.add(current);
    if (step.code === '410') return { status: 410, location: null };
    // Stored by an import of any archive, so it is checked before it is sent.
    const target = redirectTarget(step.to ?? '', publicUrl);
    if (target === null) break;
    if (step.code === '302') status = 302;
    location = target;
    const next = pathOfTarget(target);
    if (next === null || paths.hasPage(next)) return { status, location };
    current = next;
  }
  if (location === null) return null;
  if (visited.has(current)) return 'loop';
  const renamed = location.startsWith('/') ? paths.renamed(current) : null;
  return { status, location: renamed ?? location };
}

/** Returns whether redirects lead from a path back to it, whatever pages there are. */
export function leadsBack(path: string, findStep: FindStep, publicUrl: string): boolean {
  const paths = { hasPage: () => false, renamed: () => null };
  return resolveRedirect(path, { findStep, paths, publicUrl }) === 'loop';
}
