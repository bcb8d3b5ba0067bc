import { beforeAll, describe, expect, it } from 'vitest';
import { createReadModel, type ReadModel, respondList } from '@vidhi/content-engine';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { catalogCollections } from '../../../../services/catalog/src/collections/catalog-collections.ts';
import { listArgFrom } from './filters.ts';
import { itemsPath } from './item-query.ts';

interface ListBody {
  data: { id: number; attributes: Record<string, unknown> }[];
  meta: { pagination: { page: number; pageSize: number; total: number } };
}

type Values = Partial<StoredDocument>;
const STAMPS = { createdAt: '2026-10-01T09:00:00.000Z', updatedAt: '2026-10-02T09:00:00.000Z' };
const aNamed = (id: number, name: string): StoredDocument => ({ id, name, ...STAMPS });
const aBook = (id: number, values: Values): StoredDocument => ({ id, SubTitle: null, ...STAMPS, ...values });
const aProfile = (id: number, values: Values): StoredDocument => ({
  id,
  Title: `Adv. ${id}`,
  ...STAMPS,
  ...values,
});

/** A catalogue as its service keeps it: what the queries mean is what it finds. */
let model: ReadModel;

const BOOKS = [
  aBook(1, { Title: 'Tax at Source', SubTitle: 'A. Rao', Price: 500, Type: 'Journal', Category: [3] }),
  aBook(2, {
    Title: 'Bare Words',
    SubTitle: 'A. Rao',
    Price: 500.5,
    Type: 'Bare act, Journal',
    Category: [5],
  }),
  aBook(3, {
    Title: 'Deeds',
    SubTitle: 'B. Sen',
    Price: 1000,
    Type: 'Guide',
    Category: [3],
    publishers: [1],
  }),
  aBook(4, { Title: 'Wills', SubTitle: 'A. Rao', Price: 1000.5, Binding: 'Taxed cloth', Category: [7] }),
  aBook(5, { Title: 'Leases', Price: 5501, author_names: [1], Category: [5] }),
  aBook(6, { Title: 'Sales', Price: 9000, PropertyList1: [1] }),
];
const PROFILES = [
  aProfile(1, { SubCategory2: '0', Property1: [1] }),
  aProfile(2, { SubCategory2: '1', Property1: [2], Title: 'Tax & Partners' }),
  aProfile(3, { SubCategory2: '1', Property1: [1], PropertyList1: [1] }),
  aProfile(4, { SubCategory2: '0', Property1: [2], contact: { address: 'Tax Street' }, Identifier: 'TAX/1' }),
];

beforeAll(() => {
  model = createReadModel(catalogCollections);
  const named = (name: string, ...documents: StoredDocument[]) => {
    for (const document of documents) model.upsert(name, document);
  };
  named('catelog-category', aNamed(3, 'Contracts'), aNamed(5, 'Property'), aNamed(7, 'Family'));
  named('publisher', aNamed(1, 'Taxman House'));
  named('book-tag', aNamed(1, 'Tax season'));
  named('author', { id: 1, AuthorName: 'C. Taxwala', ...STAMPS });
  named('specialization', aNamed(1, 'Taxation'));
  named('country-state', aNamed(1, 'Kerala'), aNamed(2, 'Goa'));
  named('book', ...BOOKS);
  named('lawyer', ...PROFILES);
});

/** Returns the list that a visitor finds at a URL of the shop. */
function listAt(kind: 'books' | 'lawyers' | 'firms', query: string): ListBody {
  const path = itemsPath(listArgFrom(kind, new URLSearchParams(query)));
  const [plural, raw = ''] = path.slice(1).split('?');
  const name = plural === 'books' ? 'book' : 'lawyer';
  return JSON.parse(respondList(model, name, raw, 'public').toString()) as ListBody;
}
const found = (kind: 'books' | 'lawyers' | 'firms', query: string): number[] =>
  listAt(kind, query)
    .data.map(({ id }) => id)
    .toSorted((a, b) => a - b);

describe('the query of a book list', () => {
  it('has pages of 25', () => {
    expect(listAt('books', 'page=3').meta.pagination).toMatchObject({ page: 3, pageSize: 25, total: 6 });
  });

  it('includes a price with paise in the range that ends above it', () => {
    expect(found('books', 'price=1-500')).toEqual([1]);
    expect(found('books', 'price=501-1000')).toEqual([2, 3]);
    expect(found('books', 'price=1001-1500')).toEqual([4]);
    expect(found('books', 'price=501-1000&price=5501%2B')).toEqual([2, 3, 5, 6]);
  });

  it('joins groups by and, and values of a group by or', () => {
    expect(found('books', 'category=3&category=5')).toEqual([1, 2, 3, 5]);
    expect(found('books', 'category=3&category=5&author=A.+Rao')).toEqual([1, 2]);
    expect(found('books', 'category=3&category=5&author=A.+Rao&type=Journal')).toEqual([1, 2]);
    expect(found('books', 'category=5&author=A.+Rao&type=Journal&price=1-500')).toEqual([]);
    expect(found('books', 'publisher=1')).toEqual([3]);
    expect(found('books', 'author=1')).toEqual([5]);
  });

  it('sorts newest first or as selected', () => {
    const inOrder = (query: string) => listAt('books', query).data.map(({ id }) => id);
    expect(inOrder('')).toEqual([6, 5, 4, 3, 2, 1]);
    expect(inOrder('sort=price')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(inOrder('sort=price-desc')).toEqual([6, 5, 4, 3, 2, 1]);
    expect(inOrder('sort=title')).toEqual([2, 3, 5, 6, 1, 4]);
  });

  it('searches titles, related names and bindings, ignoring case', () => {
    expect(found('books', 'q=tAX')).toEqual([1, 3, 4, 5, 6]);
    expect(found('books', 'q=journal')).toEqual([1, 2]);
    expect(found('books', 'q=family')).toEqual([4]);
    expect(found('books', 'q=tax&category=3')).toEqual([1, 3]);
  });

  it('finds all words of a search in any order, or a text in quotation marks as it is', () => {
    expect(found('books', 'q=source+tax')).toEqual([1]);
    expect(found('books', 'q=journal+contracts')).toEqual([1]);
    expect(found('books', 'q=journal+contracts&category=5')).toEqual([]);
    expect(found('books', 'q=words+wills')).toEqual([]);
    expect(found('books', 'q=%22tax+at%22')).toEqual([1]);
    expect(found('books', 'q=%E2%80%9Csource+tax%E2%80%9D')).toEqual([]);
    expect(found('books', 'q=tax+at+source+rao+journal')).toEqual([]);
    expect(found('firms', 'q=partners+tax')).toEqual([2]);
  });

  it.each(['***', '""', '–', '( )'])('finds nothing by %s, which no text is compared with', (text) => {
    const q = `q=${encodeURIComponent(text)}`;
    expect(found('books', q)).toEqual([]);
    expect(found('books', `${q}&category=3`)).toEqual([]);
    expect(found('firms', q)).toEqual([]);
  });

  it('requests the fields of a card only', () => {
    const [first] = listAt('books', 'q=deeds').data;
    expect(first?.attributes).toMatchObject({ Title: 'Deeds', SubTitle: 'B. Sen', Price: 1000 });
    expect(Object.keys(first?.attributes ?? {})).not.toContain('Detail1');
  });
});

describe('the query of a directory list', () => {
  it('filters lawyers and firms by kind', () => {
    expect(found('lawyers', '')).toEqual([1, 4]);
    expect(found('firms', '')).toEqual([2, 3]);
    expect(found('firms', 'state=2')).toEqual([2]);
    expect(found('firms', 'practice=1&state=2')).toEqual([]);
  });

  it('does not search facts that are reserved for members', () => {
    expect(found('firms', 'q=tax')).toEqual([2, 3]);
    expect(found('lawyers', 'q=tax')).toEqual([]);
  });

  it('sorts by the neutral order', () => {
    const neutral = JSON.parse(
      respondList(model, 'lawyer', 'sort=neutral&filters[SubCategory2]=1', 'public').toString(),
    ) as ListBody;
    expect(listAt('firms', '').data.map(({ id }) => id)).toEqual(neutral.data.map(({ id }) => id));
    expect(itemsPath(listArgFrom('firms', new URLSearchParams()))).toContain('&sort=neutral&');
  });
});
