import { validationError, WireError } from '@vidhi/contracts/errors.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import {
  linkSources,
  mergedIdsOf,
  namesOf,
  replaceMerged,
  type JobAction,
  type JobItem,
} from '@vidhi/content-service/jobs.ts';
import { linksOf, linksTo } from './reference-lists.ts';

type Values = Readonly<Record<string, unknown>>;

const idsOf = (value: unknown): readonly number[] => (Array.isArray(value) ? (value as number[]) : []);

/**
 * Merges entries of a list into one: what names them names that one, and they go to the trash. One that something names again
 * meanwhile is not deleted.
 */
export function mergeAction(model: ReadModel, { name: list, plural }: Collection): JobAction {
  const links = linksTo(list);

  const mergedOf = (items: readonly JobItem[], into: number): Set<number> =>
    new Set(
      items.flatMap(({ collection, id, role }) =>
        collection === list && role === 'merged' && id !== into ? [id] : [],
      ),
    );
  /** The documents that name one of these, each once. */
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

  /** Returns the links of a document as they are after the merge; empty where it names none of the merged ones. */
  function movedLinks(collection: string, doc: Values, merged: ReadonlySet<number>, into: number): Values {
    const moved = linksOf(collection).flatMap<[string, number | number[]]>(
      ({ attribute, list: target, isMany }) => {
        const value = doc[attribute];
        if (target !== list) return [];
        if (!isMany) return typeof value === 'number' && merged.has(value) ? [[attribute, into]] : [];
        const ids = idsOf(value);
        return ids.some((id) => merged.has(id)) ? [[attribute, replaceMerged(ids, merged, into)]] : [];
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
      const merged = mergedOf(items, into);
      if (name !== list) {
        const patch = movedLinks(name, doc, merged, into);
        return Object.keys(patch).length === 0 ? null : { kind: 'update', patch };
      }
      if (doc.id === into) {
        const known = mergedIdsOf(doc);
        const ids = [...merged].flatMap((id) => [id, ...mergedIdsOf(model.get(list, id) ?? {})]);
        const all = new Set([...known, ...ids]);
        all.delete(into);
        return all.size === known.length
          ? null
          : { kind: 'update', patch: { merged_ids: [...all] }, action: 'merge' };
      }
      if (!merged.has(doc.id)) return null;
      const left = usersOf([doc.id]).length;
      if (left > 0)
        throw new WireError(409, 'ConflictError', `Still in use by ${left} rows: it stays. Merge it again`);
      return { kind: 'remove' };
    },
  };
}
