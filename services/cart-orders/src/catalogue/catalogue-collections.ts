import { defineCollection } from '@vidhi/collections/declaration.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { type Collection } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { cartCollection } from '../carts/cart-collection.ts';

/** Returns a list of names that books reference by a relation. */
const bookList = (name: string, plural: string, nameAttribute = 'name'): Collection =>
  defineCollection({
    name,
    plural,
    uid: `api::${name}.${name}`,
    kind: 'collection',
    owner: 'catalog',
    draftAndPublish: false,
    attributes: { [nameAttribute]: { type: 'string' } },
  });

/** A sellable book, as catalog publishes it: what a cart line shows of it, and its price. */
export const bookCollection = defineCollection({
  name: 'book',
  plural: 'books',
  uid: 'api::book.book',
  kind: 'collection',
  owner: 'catalog',
  draftAndPublish: false,
  attributes: {
    Title: { type: 'string' },
    SubTitle: { type: 'string' },
    ISBN: { type: 'string' },
    Edition: { type: 'string' },
    Pages: { type: 'integer' },
    Binding: { type: 'string' },
    Type: { type: 'string' },
    /** The MRP in rupees. */
    Price: { type: 'decimal' },
    /** Percent of the MRP. */
    discount: { type: 'decimal' },
    Detail1: { type: 'text', longText: true, html: true },
    ShortDescription: { type: 'text' },
    shipping_class: { type: 'string' },
    Property1: { type: 'string' },
    Property2: { type: 'string' },
    PrimaryImageId: { type: 'media' },
    SecondaryImageIds: { type: 'media', multiple: true },
    author_names: { type: 'relation', relation: 'manyToMany', target: 'author' },
    publishers: { type: 'relation', relation: 'manyToMany', target: 'publisher' },
    Category: { type: 'relation', relation: 'manyToMany', target: 'catelog-category' },
    PropertyList1: { type: 'relation', relation: 'manyToMany', target: 'book-tag' },
    PropertyList2: { type: 'relation', relation: 'manyToMany', target: 'book-tag' },
    PropertyList3: { type: 'relation', relation: 'manyToMany', target: 'book-tag' },
  },
});

/** Collections of catalog and accounts that this service keeps copies of. */
export const copiedCollections: readonly Collection[] = [
  bookList('author', 'authors', 'AuthorName'),
  bookList('publisher', 'publishers'),
  bookList('catelog-category', 'catelog-categories'),
  bookList('book-tag', 'book-tags'),
  bookCollection,
  fileCollection,
  userCollection,
];

/** The collections of the model. It holds no cart lines: `carts/cart-view.ts` adds those of one request. */
export const modelCollections: readonly Collection[] = [...copiedCollections, cartCollection];
