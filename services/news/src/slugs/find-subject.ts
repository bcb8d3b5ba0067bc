import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { Stored } from '@vidhi/collections/all.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { plainSlug } from './plain-slug.ts';
import type { SlugHistory } from './slug-history.ts';

export type Subject =
  | { kind: 'category'; document: Stored<'category'> }
  | { kind: 'tag'; document: Stored<'tag'> };
export type SubjectKind = Subject['kind'];

export type FoundSubject = Subject & {
  slug: string;
  /** The requested slug is a former one, or written in another way. */
  moved: boolean;
};

/** Returns the categories or the tags of a model. */
export const subjectsOf = (
  model: ReadModel,
  kind: SubjectKind,
): { list(): Subject['document'][]; get(id: number): Subject['document'] | undefined } =>
  kind === 'category' ? documentsOf(model, categoryCollection) : documentsOf(model, tagCollection);

/**
 * Finds the category or tag with this slug, else the latest one that formerly had it, else one whose slug is the same but for
 * case, normal form and punctuation around it. A current slug takes precedence, so that it never redirects and renaming
 * back causes no loop.
 */
export function findSubject(
  model: ReadModel,
  history: SlugHistory,
  kind: SubjectKind,
  slug: string,
): FoundSubject | null {
  if (slug === '') return null;
  const subjects = subjectsOf(model, kind);
  const all = subjects.list();
  const current = all.find((document) => document.slug === slug);
  if (current !== undefined) return { kind, document: current, slug, moved: false } as FoundSubject;
  const plain = plainSlug(slug);
  const candidates = [
    ...history.find(kind, slug).map((id) => subjects.get(id)),
    // Punctuation alone is nobody's address.
    ...(plain === ''
      ? []
      : [
          ...all.filter((document) => document.slug === plain),
          ...[...history.find(kind, plain), ...history.findPlain(kind, plain)].map((id) => subjects.get(id)),
        ]),
  ];
  for (const document of candidates) {
    const now = document?.slug ?? '';
    if (document !== undefined && now !== '')
      return { kind, document, slug: now, moved: true } as FoundSubject;
  }
  return null;
}
