import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { referenceLists } from '@vidhi/collections/catalog/reference-lists.ts';
import type { StoredOf } from '@vidhi/collections/stored.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import { linkSources } from '@vidhi/content-service/jobs.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ListEntry, ListEntryQuery } from '@vidhi/contracts/reference-lists.ts';
import { linksOf, linksTo } from './reference-lists.ts';

type EntryOf<List> = List extends CollectionDeclaration ? StoredOf<List> : never;
/** A document of any of the lists. */
type StoredEntry = EntryOf<(typeof referenceLists)[number]>;

/** Returns the name of an entry, which the list of authors has under a name of its own. */
function nameOf(doc: StoredDocument): string {
  // What is in a model was validated by the rules of its list, which are the types of the declaration.
  const entry = doc as StoredEntry;
  return ('AuthorName' in entry ? entry.AuthorName : entry.name) ?? '';
}

/** `New-Delhi ` and `New Delhi` have the same key. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns the entries of a list with the number of documents that refer to each. Reads the indexes of links alone. */
export function entriesOf(model: ReadModel, { name: list }: Collection): ListEntry[] {
  const places = linksOf(list).filter(({ isMany }) => !isMany);
  const links = linksTo(list);

  /** The nearest place first: the attributes are declared from the largest to the smallest. */
  const placeOf = (doc: StoredDocument): string =>
    places
      .toReversed()
      .flatMap(({ attribute, list: of }) => {
        const id = doc[attribute];
        const at = typeof id === 'number' ? model.get(of, id) : undefined;
        return (at !== undefined && nameOf(at)) || [];
      })
      .join(', ');

  function usedBy(id: number): Record<string, number> {
    const users = new Map<string, Set<number>>();
    for (const { of, attribute } of links) {
      const ids = users.get(of.plural) ?? new Set();
      for (const source of linkSources(model, of.name, attribute, [id])) ids.add(source);
      if (ids.size > 0) users.set(of.plural, ids);
    }
    return Object.fromEntries([...users].map(([plural, { size }]) => [plural, size]));
  }

  const entries = model.list(list).map((doc) => {
    const used = usedBy(doc.id);
    const entry = {
      id: doc.id,
      name: nameOf(doc),
      place: placeOf(doc),
      used_by: used,
      uses: Object.values(used).reduce((sum, count) => sum + count, 0),
      updated_at: doc.updatedAt ?? '',
    };
    return { entry, key: `${nameKey(entry.name)} ${nameKey(entry.place)}` };
  });
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return entries.map(({ entry, key }) => ({ ...entry, same_name: (byKey.get(key)?.length ?? 1) - 1 }));
}

const COLLATOR = new Intl.Collator('en-IN', { numeric: true });
const normalize = (text: string): string => text.normalize('NFC').toLowerCase().trim();
type Comparator = (one: ListEntry, other: ListEntry) => number;

const COMPARATORS: Readonly<Record<string, Comparator>> = {
  name: (one, other) => COLLATOR.compare(one.name, other.name) || COLLATOR.compare(one.place, other.place),
  uses: (one, other) => one.uses - other.uses,
  updated: (one, other) =>
    Number(one.updated_at > other.updated_at) - Number(one.updated_at < other.updated_at),
};

/** Returns the entries that match a query, in its order. */
export function selectEntries(entries: readonly ListEntry[], query: ListEntryQuery): ListEntry[] {
  const { q = '', used, same_name: sameName, sort = 'name' } = query;
  const text = normalize(q);
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = COMPARATORS[sort.replace('-', '')] ?? (() => 0);
  return entries
    .filter(({ name, place }) => normalize(`${name} ${place}`).includes(text))
    .filter(({ uses }) => used === undefined || uses > 0 === (used === 'true'))
    .filter((entry) => sameName === undefined || entry.same_name > 0)
    .toSorted((one, other) => direction * compare(one, other) || one.id - other.id);
}
