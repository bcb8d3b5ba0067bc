import { validationError } from '@vidhi/contracts/errors.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import {
  addedMergedIds,
  linkSources,
  mergedBy,
  namesOf,
  replaceMerged,
  stillInUse,
  type JobAction,
  type JobItem,
} from '@vidhi/content-service/jobs.ts';
import { linksOf, linksTo } from './reference-lists.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Merges entries of a list into one: documents that refer to them refer to that one afterwards, and the merged entries are moved
 * to the trash. An entry that a document refers to again meanwhile stays.
 */
export function mergeAction(model: ReadModel, { name: list, plural }: Collection): JobAction {
  const links = linksTo(list);

  /** Returns the documents that refer to one of these entries, each once. */
  function usersOf(merged: Iterable<number>): JobItem[] {
    const byCollection = new Map<string, Set<number>>();
    for (const { of, attribute } of links) {
      const ids = byCollection.get(of.name) ?? new Set();
      byCollection.set(of.name, ids);
      for (const id of linkSources(model, of.name, attribute, merged)) ids.add(id);
    }
    return [...byCollection].flatMap(([collection, ids]) =>
      [...ids].sort((one, other) => one - other).map((id) => ({ collection, id })),
    );
  }

  /** Returns the changed links of a document; empty if it refers to none of the merged entries. */
  function movedLinks(collection: string, doc: Values, merged: ReadonlySet<number>, into: number): Values {
    const moved = linksOf(collection).flatMap<[string, number | readonly number[]]>(
      ({ attribute, list: target, isMany }) => {
        const value = doc[attribute];
        if (target !== list) return [];
        if (!isMany) return typeof value === 'number' && merged.has(value) ? [[attribute, into]] : [];
        const ids = replaceMerged(value, merged, into);
        return ids === null ? [] : [[attribute, ids]];
      },
    );
    return Object.fromEntries(moved);
  }

  return {
    read({ into }) {
      if (!Number.isSafeInteger(into) || model.get(list, Number(into)) === undefined)
        throw validationError('into must be the id of the entry that remains');
      return { params: { into: Number(into) }, label: `Merge into ${namesOf(model, list, [Number(into)])}` };
    },
    items(ids, { into }) {
      const target = Number(into);
      const merged = new Set(ids.filter((id) => id !== target));
      const missing = [...merged].find((id) => model.get(list, id) === undefined);
      if (missing !== undefined) throw validationError(`There is no entry ${missing} of ${plural}`);
      if (merged.size === 0) throw validationError('Choose at least one other entry, which goes');
      return [
        ...usersOf(merged),
        { collection: list, id: target },
        ...[...merged].map((id) => ({ collection: list, id, role: 'merged' as const })),
      ];
    },
    plan({ collection: { name }, doc, items }, params) {
      const into = Number(params['into']);
      const merged = mergedBy(items, list, into);
      if (name !== list) {
        const patch = movedLinks(name, doc, merged, into);
        return Object.keys(patch).length === 0 ? null : { kind: 'update', patch };
      }
      if (doc.id === into) {
        const patch = addedMergedIds(doc, merged, (id) => model.get(list, id));
        return Object.keys(patch).length === 0 ? null : { kind: 'update', patch, action: 'merge' };
      }
      if (!merged.has(doc.id)) return null;
      const left = usersOf([doc.id]).length;
      if (left > 0) throw stillInUse(left);
      return { kind: 'remove' };
    },
  };
}
