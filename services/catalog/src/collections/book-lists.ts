import { type Collection, defineCollection } from '@vidhi/content-engine';

export const authorCollection = defineCollection({
  name: 'author',
  plural: 'authors',
  uid: 'api::author.author',
  kind: 'collection',
  draftAndPublish: false,
  attributes: {
    AuthorName: { type: 'string' },
    books: { type: 'relation', relation: 'manyToMany', target: 'book', mappedBy: 'author_names' },
  },
  counted: 'books',
});

/** Returns a list of names that books reference by the relation `mappedBy`. */
const bookList = (name: string, plural: string, mappedBy: string): Collection =>
  defineCollection({
    name,
    plural,
    uid: `api::${name}.${name}`,
    kind: 'collection',
    draftAndPublish: false,
    attributes: {
      name: { type: 'string' },
      books: { type: 'relation', relation: 'manyToMany', target: 'book', mappedBy },
    },
    counted: 'books',
  });

export const publisherCollection = bookList('publisher', 'publishers', 'publishers');
export const catelogCategoryCollection = bookList('catelog-category', 'catelog-categories', 'Category');
export const bookTagCollection = bookList('book-tag', 'book-tags', 'PropertyList1');
