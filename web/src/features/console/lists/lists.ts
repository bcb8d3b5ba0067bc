import { referenceLists } from '@vidhi/collections/catalog/reference-lists.ts';
import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';

/** The plural name of a list in the API. */
export type ListName = (typeof referenceLists)[number]['plural'];
export type ListDesk = 'directory' | 'shop';

interface Texts {
  one: string;
  many: string;
  hint: string;
}

const OF_PROFILES = 'Profiles of lawyers and firms choose from this list.';
const OF_BOOKS = 'Books of the shop choose from this list.';

/** In the order of the pages. */
const TEXTS: Readonly<Record<ListName, Texts>> = {
  specializations: { one: 'Practice area', many: 'Practice areas', hint: OF_PROFILES },
  courts: { one: 'Court', many: 'Courts', hint: 'Profiles name the courts in which somebody appears.' },
  'type-of-courts': { one: 'Type of court', many: 'Types of courts', hint: OF_PROFILES },
  languages: { one: 'Language', many: 'Languages', hint: OF_PROFILES },
  'country-states': { one: 'State', many: 'States', hint: OF_PROFILES },
  'state-districts': { one: 'District', many: 'Districts', hint: OF_PROFILES },
  cities: { one: 'City', many: 'Cities', hint: OF_PROFILES },
  authors: { one: 'Book author', many: 'Book authors', hint: OF_BOOKS },
  publishers: { one: 'Publisher', many: 'Publishers', hint: OF_BOOKS },
  'catelog-categories': { one: 'Book category', many: 'Book categories', hint: OF_BOOKS },
  'book-tags': { one: 'Book tag', many: 'Book tags', hint: OF_BOOKS },
};
export const LIST_NAMES = Object.keys(TEXTS) as ListName[];

interface List extends Texts {
  collection: CollectionDeclaration;
  /** The attribute with the name of an entry. */
  attribute: 'AuthorName' | 'name';
  /** The desk that writes the list. */
  desk: ListDesk;
}

/** Lists of names that profiles and books refer to. */
export const LISTS = Object.fromEntries(
  referenceLists.map((collection): [ListName, List] => [
    collection.plural,
    {
      ...TEXTS[collection.plural],
      collection,
      attribute: 'AuthorName' in collection.attributes ? 'AuthorName' : 'name',
      desk: collection.part === 'books' ? 'shop' : 'directory',
    },
  ]),
) as Readonly<Record<ListName, List>>;

/** Returns the lists of a desk. */
export const listsOf = (desk: ListDesk): ListName[] => LIST_NAMES.filter((list) => LISTS[list].desk === desk);
