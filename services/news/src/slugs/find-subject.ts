import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { SlugHistory } from './slug-history.ts';

export type SubjectKind = 'category' | 'tag';

export interface FoundSubject {
  document: StoredDocument;
  slug: string;
  /** The requested slug is a former one. */
  moved: boolean;
}

/**
 * Finds the category or tag with this slug, else the latest one that formerly had it. A current slug takes precedence, so
 * that it never redirects and renaming back causes no loop.
 */
export function findSubject(
  model: ReadModel,
  history: SlugHistory,
  kind: SubjectKind,
  slug: string,
): FoundSubject | null {
  if (slug === '') return null;
  const current = model.list(kind).find((document) => document['slug'] === slug);
  if (current !== undefined) return { document: current, slug, moved: false };
  for (const id of history.find(kind, slug)) {
    const document = model.get(kind, id);
    const now = document?.['slug'];
    if (document !== undefined && typeof now === 'string' && now !== '')
      return { document, slug: now, moved: true };
  }
  return null;
}
