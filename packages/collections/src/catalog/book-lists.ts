import { defineCollection } from '../declaration.ts';
import { MERGED_IDS } from '../merged-ids.ts';

export const authorCollection = defineCollection({
  name: 'author',
  plural: 'authors',
  uid: 'api::author.author',
  kind: 'collection',
  owner: 'catalog',
  part: 'books',
  draftAndPublish: false,
  attributes: {
    AuthorName: { type: 'string' },
    books: { type: 'relation', relation: 'manyToMany', target: 'book', mappedBy: 'author_names' },
    merged_ids: MERGED_IDS,
  },
  counted: 'books',
});

/** Returns a list of names that books reference by the relation `mappedBy`. */
const bookList = <const Name extends string, const Plural extends string, const MappedBy extends string>(
  name: Name,
  plural: Plural,
  mappedBy: MappedBy,
) =>
  defineCollection({
    name,
    plural,
    uid: `api::${name}.${name}` as const,
    kind: 'collection',
    owner: 'catalog',
    part: 'books',
    draftAndPublish: false,
    attributes: {
      name: { type: 'string' },
      books: { type: 'relation', relation: 'manyToMany', target: 'book', mappedBy },
      merged_ids: MERGED_IDS,
    },
    counted: 'books',
  });

export const publisherCollection = bookList('publisher', 'publishers', 'publishers');
export const catelogCategoryCollection = bookList('catelog-category', 'catelog-categories', 'Category');
export const bookTagCollection = bookList('book-tag', 'book-tags', 'PropertyList1');
