import { defineCollection } from '../declaration.ts';

export const bookCollection = defineCollection({
  name: 'book',
  plural: 'books',
  uid: 'api::book.book',
  kind: 'collection',
  owner: 'catalog',
  part: 'books',
  draftAndPublish: false,
  hiddenBy: 'is_hidden',
  attributes: {
    Title: { type: 'string', required: true },
    SubTitle: { type: 'string' },
    ISBN: { type: 'string' },
    Edition: { type: 'string' },
    Pages: { type: 'integer', min: 1 },
    Binding: { type: 'string' },
    Type: { type: 'string' },
    /** The MRP in rupees. */
    Price: { type: 'decimal', required: true, min: 0 },
    /** Percent of the MRP; that of an offer while it runs. */
    discount: { type: 'decimal' },
    /** An offer, which replaces the discount for a time (`book-offer.ts` of the contracts). Not in the reference application. */
    usual_discount: { type: 'decimal', audience: 'staff', absentIfNull: true },
    offer_discount: { type: 'decimal', audience: 'staff', absentIfNull: true },
    discount_from: { type: 'datetime', audience: 'staff', absentIfNull: true },
    discount_to: { type: 'datetime', audience: 'staff', absentIfNull: true },
    /** Not shown in the shop and not for sale. Not in the reference application. */
    is_hidden: { type: 'boolean', audience: 'staff', absentIfNull: true },
    Detail1: { type: 'text', longText: true, html: true },
    ShortDescription: { type: 'text' },
    shipping_class: { type: 'string' },
    /** Copies received in total; without a value, copies are not counted. Not in the reference application. */
    stock: { type: 'integer', min: 0, audience: 'staff' },
    Property1: { type: 'string' },
    Property2: { type: 'string' },
    PrimaryImageId: { type: 'media' },
    SecondaryImageIds: { type: 'media', multiple: true },
    author_names: { type: 'relation', relation: 'manyToMany', target: 'author', inversedBy: 'books' },
    publishers: { type: 'relation', relation: 'manyToMany', target: 'publisher', inversedBy: 'books' },
    Category: { type: 'relation', relation: 'manyToMany', target: 'catelog-category', inversedBy: 'books' },
    PropertyList1: { type: 'relation', relation: 'manyToMany', target: 'book-tag', inversedBy: 'books' },
    /** A second list of tags; not in the reference application. */
    PropertyList2: { type: 'relation', relation: 'manyToMany', target: 'book-tag' },
    PropertyList3: { type: 'relation', relation: 'manyToMany', target: 'book-tag' },
    /** Version of the rules that sanitized `Detail1`. */
    html_version: { type: 'integer', private: true },
  },
  distinct: ['SubTitle', 'Price', 'Binding', 'Type'],
  facets: {
    Category: {},
    Type: {},
    SubTitle: {},
    author_names: {},
    publishers: {},
    Binding: {},
    Price: { width: 500 },
    PropertyList1: {},
    PropertyList2: {},
    PropertyList3: {},
  },
});
