import { validationError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { documentsOf, type ReadModel, withAncestors } from '@vidhi/content-engine';
import {
  addedMergedIds,
  linkSources,
  mergedBy,
  namesOf,
  replaceMerged,
  stillInUse,
  type JobAction,
} from '@vidhi/content-service/jobs.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { subjectsOf, type SubjectKind } from '../slugs/find-subject.ts';

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * Merges tags, or categories, into one: their articles get it, their addresses lead to it, and they go to the trash. The remaining
 * one takes over all former addresses of the others, so that each leads to it at once. One that has got articles or subcategories again meanwhile is not deleted.
 */
export function mergeAction(model: ReadModel, kind: SubjectKind): JobAction {
  const [attribute, many] =
    kind === 'tag' ? (['tags', 'tags'] as const) : (['categories', 'categories'] as const);
  const categories = documentsOf(model, categoryCollection);

  const childrenOf = (merged: ReadonlySet<number>): number[] =>
    kind === 'tag' ? [] : linkSources(model, categoryCollection.name, 'parent_category', merged);
  const postsOf = (merged: ReadonlySet<number>): number[] =>
    linkSources(model, postCollection.name, attribute, merged);

  /** Returns the nearest category above that stays; null where there is none. */
  function parentOf(id: number, merged: ReadonlySet<number>): number | null {
    const visited = new Set<number>();
    let parent = categories.get(id)?.parent_category ?? null;
    while (typeof parent === 'number' && merged.has(parent) && !visited.has(parent)) {
      visited.add(parent);
      parent = categories.get(parent)?.parent_category ?? null;
    }
    return typeof parent === 'number' && !merged.has(parent) && parent !== id ? parent : null;
  }

  const isBelow = (doc: StoredDocument, merged: ReadonlySet<number>): boolean => {
    const parent = kind === 'tag' ? null : storedAs(categoryCollection, doc).parent_category;
    return typeof parent === 'number' && merged.has(parent);
  };

  /** Returns what is above a category that was below one that goes: the remaining one, unless that is below the category itself. */
  const placeOf = ({ id }: StoredDocument, into: number, merged: ReadonlySet<number>): number | null =>
    withAncestors(model, categoryCollection.name, 'parent_category', into).has(id)
      ? parentOf(id, merged)
      : into;

  /**
   * The remaining one gets the addresses of the others, and their ids, which texts that are being written may name; a category also
   * its place, where it was below one of them.
   */
  function remaining(doc: StoredDocument, merged: ReadonlySet<number>): Record<string, unknown> {
    const subjects = subjectsOf(model, kind);
    const others = [...merged].flatMap((id) => {
      const other = subjects.get(id);
      return other === undefined ? [] : [...textsOf([other.slug]), ...textsOf(other.old_slugs)];
    });
    const { slug: current, old_slugs: former } =
      kind === 'tag' ? storedAs(tagCollection, doc) : storedAs(categoryCollection, doc);
    const known = textsOf(former);
    const slugs = [...new Set([...known, ...others])].filter((slug) => slug !== current);
    return {
      ...addedMergedIds(doc, merged, (id) => subjects.get(id)),
      ...(slugs.length === known.length ? {} : { old_slugs: slugs }),
      ...(isBelow(doc, merged) ? { parent_category: parentOf(doc.id, merged) } : {}),
    };
  }

  return {
    read({ into }) {
      if (!Number.isSafeInteger(into) || subjectsOf(model, kind).get(Number(into)) === undefined)
        throw validationError(`into must be the id of the ${kind} that remains`);
      return {
        params: { into: Number(into) },
        label: `Merge into the ${kind} ${namesOf(model, kind, [Number(into)])}`,
      };
    },
    items(ids, { into }) {
      const target = Number(into);
      const merged = new Set(ids.filter((id) => id !== target));
      const missing = [...merged].find((id) => subjectsOf(model, kind).get(id) === undefined);
      if (missing !== undefined) throw validationError(`There is no ${kind} ${missing}`);
      if (merged.size === 0) throw validationError(`Choose at least one of the ${many} that go`);
      return [
        ...postsOf(merged).map((id) => ({ collection: postCollection.name, id })),
        ...childrenOf(merged)
          .filter((id) => id !== target && !merged.has(id))
          .map((id) => ({ collection: kind, id })),
        { collection: kind, id: target },
        ...[...merged].map((id) => ({ collection: kind, id, role: 'merged' as const })),
      ];
    },
    plan({ collection: { name }, doc, items }, params) {
      const into = Number(params['into']);
      const merged = mergedBy(items, kind, into);
      if (name === postCollection.name) {
        const ids = replaceMerged(storedAs(postCollection, doc)[attribute], merged, into);
        return ids === null ? null : { kind: 'update', patch: { [attribute]: ids }, touches: ['stage'] };
      }
      if (doc.id === into) {
        const patch = remaining(doc, merged);
        return Object.keys(patch).length === 0 ? null : { kind: 'update', patch, action: 'merge' };
      }
      if (!merged.has(doc.id))
        return isBelow(doc, merged)
          ? { kind: 'update', patch: { parent_category: placeOf(doc, into, merged) } }
          : null;
      const left =
        postsOf(new Set([doc.id])).length +
        childrenOf(new Set([doc.id])).filter((id) => !merged.has(id)).length;
      if (left > 0) throw stillInUse(left);
      return { kind: 'remove' };
    },
  };
}
