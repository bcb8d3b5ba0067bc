import { beforeEach, describe, expect, it } from 'vitest';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import {
  aBook,
  aCatalog,
  aNamed,
  aPicture,
  aProfile,
  asRole,
  type CatalogUnderTest,
} from '../catalog-builder.ts';

let catalog: CatalogUnderTest;

const contact = {
  phone_number: '9876543210',
  email_address: 'adv@example.in',
  address: '1 Court Road, Pune',
  website_link: 'https://adv.example.in',
};
const profile = {
  Title: 'Adv. New',
  SubTitle: 'LL.M.',
  Identifier: 'MAH/1/2020',
  DisplayDate: '2020-01-31',
  Detail1: '<p>Text</p>',
  PrimaryImageId: 1,
  contact,
};

beforeEach(async () => {
  catalog = await aCatalog({
    file: [aPicture(1)],
    author: [aNamed(1, '', { AuthorName: 'Rao' }), aNamed(2, '', { AuthorName: 'Sen' })],
    'book-tag': [aNamed(1, 'GST'), aNamed(2, 'Costs')],
    book: [
      ...Array.from({ length: 30 }, (_, at) => aBook(at + 1, { Price: 100 + at, author_names: [1] })),
      aBook(31, { Price: 100, author_names: [1, 2], Binding: 'Paper' }),
    ],
    'country-state': [aNamed(1, 'Kerala'), aNamed(2, 'Assam'), aNamed(3, 'Goa')],
    city: [aNamed(1, 'Kochi', { country_state: 1 }), aNamed(2, 'Guwahati', { country_state: 2 })],
    specialization: [aNamed(1, 'Tax', { slug: 'tax' }), aNamed(2, 'Crime', { slug: 'crime' })],
    court: [aNamed(1, 'High Court')],
    lawyer: [
      aProfile(1, { Property1: [1], Property2: [1], PropertyList1: [1, 2] }),
      aProfile(2, { Property1: [1, 2], Property2: [2], PropertyList1: [1] }),
      aProfile(3, { SubCategory2: '1', Property1: [1], PropertyList1: [2] }),
    ],
  });
});

async function get(url: string, role?: number) {
  const response = await catalog.app.inject({ url, headers: role === undefined ? {} : asRole(role) });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, data?: unknown, role = 10) {
  const response = await catalog.app.inject({
    method,
    url,
    headers: asRole(role),
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, body: response.json() };
}

const idsOf = (body: { data: { id: number }[] }): number[] => body.data.map(({ id }) => id);

/** Path and message of each validation error. */
const errorsOf = ({
  body,
}: {
  body: { error: { details: { errors: { path: string[]; message: string }[] } } };
}) => body.error.details.errors.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('options of books', () => {
  it('are all distinct prices, not the first 25, when only that attribute is requested', async () => {
    const { body } = await get('/api/books?fields=Price');
    expect(body.data).toHaveLength(30);
    expect(body.meta.pagination).toEqual({ page: 1, pageSize: 30, pageCount: 1, total: 30 });
    const paged = await get('/api/books?fields=Price&pagination[page]=1');
    expect(paged.body.data).toHaveLength(25);
  });

  it('include book counts only when requested', async () => {
    const { body } = await get('/api/authors?filters[books][id][$notNull]=true&counts=1');
    expect(body.meta.counts).toEqual({ 1: 31, 2: 1 });
    expect((await get('/api/authors')).body.meta).toEqual({ pagination: expect.anything() });
    expect((await get('/api/languages')).body.meta).not.toHaveProperty('counts');
  });

  it('count only documents matching the filter of the list', async () => {
    const lawyers = await get('/api/specializations?filters[lawyers][SubCategory2][$eq]=0&counts=1');
    expect(lawyers.body.meta.counts).toEqual({ 1: 2, 2: 1 });
    const firms = await get('/api/specializations?filters[lawyers][SubCategory2][$eq]=1&counts=1');
    expect([idsOf(firms.body), firms.body.meta.counts]).toEqual([[2], { 2: 1 }]);
  });
});

describe('options of profiles', () => {
  it('are the practices, states and cities that have profiles, with counts', async () => {
    const { body } = await get('/api/lawyers/filter-options?kind=0');
    expect(body.data).toEqual({
      practices: [
        { id: 2, name: 'Crime', slug: 'crime', count: 1 },
        { id: 1, name: 'Tax', slug: 'tax', count: 2 },
      ],
      states: [
        { id: 2, name: 'Assam', count: 1 },
        { id: 1, name: 'Kerala', count: 2 },
      ],
      cities: [
        { id: 2, name: 'Guwahati', count: 1, state: 2 },
        { id: 1, name: 'Kochi', count: 1, state: 1 },
      ],
    });
  });

  it('can be narrowed to one practice, and follow every change', async () => {
    const states = async (): Promise<unknown> =>
      (await get('/api/lawyers/filter-options?practice=crime')).body.data.states;
    expect(await states()).toEqual([{ id: 1, name: 'Kerala', count: 2 }]);
    catalog.live.put('lawyer', aProfile(4, { Property1: [3], PropertyList1: [2] }), 1);
    expect(await states()).toEqual([
      { id: 3, name: 'Goa', count: 1 },
      { id: 1, name: 'Kerala', count: 2 },
    ]);
    expect((await get('/api/lawyers/filter-options?practice=none')).body.data.states).toEqual([]);
    expect((await get('/api/lawyers/filter-options?kind=7')).status).toBe(400);
  });

  it('derive the slug of a practice from its label when it has none', async () => {
    catalog.live.put('specialization', aNamed(3, 'Labour & Service Law'), 1);
    catalog.live.put('lawyer', aProfile(4, { Property1: [3], PropertyList1: [3] }), 1);
    const { body } = await get('/api/lawyers/filter-options?practice=labour-service-law');
    expect(body.data.practices).toContainEqual({
      id: 3,
      name: 'Labour & Service Law',
      slug: 'labour-service-law',
      count: 1,
    });
    expect(body.data.states).toEqual([{ id: 3, name: 'Goa', count: 1 }]);
  });
});

describe('firms', () => {
  it('are the profiles of that kind; other ids respond 404', async () => {
    expect(idsOf((await get('/api/firms?sort=id:desc')).body)).toEqual([3]);
    expect((await get('/api/firms?filters[SubCategory2][$eq]=0')).body.data).toEqual([]);
    expect((await get('/api/firms/3')).body.data.id).toBe(3);
    expect((await get('/api/firms/1')).status).toBe(404);
    expect((await send('PUT', '/api/firms/1', { Title: 'x' })).status).toBe(404);
    expect((await send('DELETE', '/api/firms/1')).status).toBe(404);
  });

  it('get their kind from the endpoint, whatever is sent, and keep it', async () => {
    const firm = await send('POST', '/api/firms', { ...profile, SubCategory2: '0' });
    expect([firm.status, firm.body.data.attributes.SubCategory2]).toEqual([200, '1']);
    const { id } = firm.body.data;
    const changed = await send('PUT', `/api/lawyers/${id}`, { SubCategory2: '0', Title: 'Firm' });
    expect(changed.body.data.attributes).toMatchObject({ SubCategory2: '1', Title: 'Firm' });
    const lawyer = await send('POST', '/api/lawyers', profile);
    expect(lawyer.body.data.attributes.SubCategory2).toBe('0');
  });
});

describe('writes', () => {
  it('are for editors', async () => {
    for (const url of ['/api/lawyers', '/api/firms', '/api/books', '/api/authors'])
      for (const role of [0, 4, 7]) {
        const headers = role === 0 ? {} : asRole(role);
        const response = await catalog.app.inject({
          method: 'POST',
          url,
          headers,
          payload: { data: profile },
        });
        expect(response.statusCode).toBe(403);
      }
    expect(catalog.store.events).toEqual([]);
  });

  it('report every invalid field of a profile', async () => {
    const response = await send('POST', '/api/lawyers', {
      ...profile,
      SubCategory2: '2',
      DisplayDate: '2999-01-01',
      contact: { phone_number: '12345', email_address: 'nobody', website_link: 'ftp://adv.example.in' },
    });
    expect([response.status, response.body.error.name]).toEqual([400, 'ValidationError']);
    expect(errorsOf(response)).toEqual([
      'SubCategory2: SubCategory2 must be one of the following values: 0, 1',
      'DisplayDate: DisplayDate must not be in the future',
      'contact.phone_number: Phone number must be 10 digits',
      'contact.email_address: Invalid email format',
      'contact.address: Address is required',
      'contact.website_link: Website link must be a valid https address',
    ]);
    expect(errorsOf(await send('POST', '/api/lawyers', { Price: -1 }))).toEqual([
      'Title: Title must be defined.',
      'SubTitle: SubTitle must be defined.',
      'Identifier: Identifier must be defined.',
      'DisplayDate: DisplayDate must be defined.',
      'Price: Price must be greater than or equal to 0',
      'Detail1: Detail1 must be defined.',
      'contact: contact must be defined.',
      'PrimaryImageId: PrimaryImageId must be defined.',
    ]);
    expect(errorsOf(await send('POST', '/api/lawyers', { ...profile, DisplayDate: '1850-01-01' }))).toEqual([
      'DisplayDate: DisplayDate must be at most 150 years ago',
    ]);
  });

  it.each([-1, 100, 150])('reject a discount of %d percent', async (discount) => {
    const response = await send('POST', '/api/books', { Title: 'New', Price: 10, discount });
    expect(errorsOf(response)).toEqual(['discount: discount must be at least 0 and less than 100']);
  });

  it('reject a book without title or with a negative price', async () => {
    expect(errorsOf(await send('POST', '/api/books', { Price: -1 }))).toEqual([
      'Title: Title must be defined.',
      'Price: Price must be greater than or equal to 0',
    ]);
  });

  it('reject an ISBN that is none, of a new book and of one that has another', async () => {
    const problem = ['ISBN: ISBN: The last digit does not fit: please compare it with the book'];
    const wrong = { ISBN: '978-0-306-40615-8' };
    const book = { Title: 'Bail', Price: 1 };
    expect(errorsOf(await send('POST', '/api/books', { ...book, ...wrong }))).toEqual(problem);
    const { body } = await send('POST', '/api/books', { ...book, ISBN: '0-306-40615-2' });
    const url = `/api/books/${body.data.id}`;
    expect(errorsOf(await send('PUT', url, wrong))).toEqual(problem);
    expect((await send('PUT', url, { ISBN: '978-0-306-40615-7' })).status).toBe(200);
    expect((await send('PUT', url, { ISBN: null })).status).toBe(200);
  });

  it('accept an odd ISBN that an imported book has, and no other odd one', async () => {
    const odd = { Title: 'Bail', Price: 1, ISBN: 'two volumes' };
    const { doc } = await catalog.store.create(bookCollection, odd);
    catalog.live.put('book', doc, 1);
    const url = `/api/books/${doc.id}`;
    const { status, body } = await send('PUT', url, { ISBN: 'two volumes', Price: 90 });
    expect(status).toBe(200);
    expect(body.data.attributes).toMatchObject({ ISBN: 'two volumes', Price: 90 });
    expect((await send('PUT', url, { ISBN: 'three volumes' })).status).toBe(400);
  });

  it('are readable at once, emit events, and are sanitized', async () => {
    const book = {
      Title: 'New',
      Price: 10,
      discount: 99.5,
      PropertyList2: [2],
      Detail1: '<p onclick=x>a<script>1</script></p>',
    };
    const made = await send('POST', '/api/books?populate=PropertyList2', book);
    const { id, attributes } = made.body.data;
    expect(attributes).toMatchObject({ Detail1: '<p>a</p>', PropertyList2: { data: [{ id: 2 }] } });
    await send('PUT', `/api/books/${id}`, { Price: 12 });
    expect((await get(`/api/books/${id}`)).body.data.attributes.Price).toBe(12);
    await send('DELETE', `/api/books/${id}`);
    expect((await get(`/api/books/${id}`)).status).toBe(404);
    await send('POST', '/api/authors', { AuthorName: 'Iyer' });
    await send('POST', '/api/lawyers', profile);
    expect(catalog.store.events.map(({ topic, key, id: fact }) => [topic, key, fact])).toEqual([
      ['catalog.books', String(id), `book.published:${id}:1`],
      ['catalog.books', String(id), `book.changed:${id}:2`],
      ['catalog.books', String(id), `book.withdrawn:${id}:3`],
      ['catalog.lists', 'author:1', 'list.changed:author:1:1'],
      ['catalog.profiles', '1', 'profile.published:1:1'],
    ]);
  });

  it.each([
    ['http://adv.example.in/about', 'https://adv.example.in/about'],
    ['HTTP://adv.example.in', 'https://adv.example.in'],
    ['adv.example.in', 'https://adv.example.in'],
    ['www.adv.example.in:8443/about?a=1', 'https://www.adv.example.in:8443/about?a=1'],
    ['https://adv.example.in', 'https://adv.example.in'],
  ])('store the website %s of a profile as https', async (typed, stored) => {
    const created = await send('POST', '/api/lawyers', {
      ...profile,
      contact: { ...contact, website_link: typed },
    });
    expect([created.status, created.body.data?.attributes.contact.website_link]).toEqual([200, stored]);
  });

  it.each([
    'javascript:alert(1)',
    'mailto:a@example.in',
    '//adv.example.in',
    '/about',
    'adv',
    'a@example.in',
    'a b.in',
  ])('reject the website %s', async (website_link) => {
    const rejected = await send('POST', '/api/lawyers', {
      ...profile,
      contact: { ...contact, website_link },
    });
    expect([rejected.status, errorsOf(rejected)]).toEqual([
      400,
      ['contact.website_link: Website link must be a valid https address'],
    ]);
  });

  it('allow one profile for each account', async () => {
    catalog.live.put('user', { id: 7, first_name: 'A', last_name: 'B' }, 1);
    const owned = { ...profile, users_permissions_user: 7 };
    expect((await send('POST', '/api/lawyers', owned)).status).toBe(200);
    const second = await send('POST', '/api/firms', owned);
    expect([second.status, errorsOf(second)]).toEqual([
      400,
      ['users_permissions_user: This attribute must be unique'],
    ]);
  });
});

describe('facet counts', () => {
  const documents = {
    'catelog-category': [aNamed(1, 'Tax'), aNamed(2, 'Crime')],
    city: [aNamed(1, 'Pune'), aNamed(2, 'Kochi')],
    book: [
      aBook(1, { Category: [1], Type: 'Act', Binding: 'Paperback', Price: 500 }),
      aBook(2, { Category: [1, 2], Type: 'Guide', Binding: 'Paperback', Price: 500.5 }),
      aBook(3, { Category: [2], Type: 'Act', SubTitle: 'A. Rao', Price: 1400 }),
    ],
    lawyer: [
      aProfile(1, { Property2: [1] }),
      aProfile(2, { Property2: [2] }),
      aProfile(3, { SubCategory2: '1', Property2: [1] }),
    ],
  };
  interface Counted {
    meta: { counts?: Record<string, Record<string, number>> };
  }
  const countsOf = async (url: string, headers = {}) => {
    const { app } = await aCatalog(documents);
    return (await app.inject({ url, headers })).json<Counted>().meta.counts;
  };

  it('count each value under the filters on all other attributes', async () => {
    const price = 'filters[$and][0][$or][0][Price][$gt]=0&filters[$and][0][$or][0][Price][$lte]=500';
    const counts = await countsOf(`/api/books?counts=1&${price}&filters[$and][1][Type][$contains]=act`);
    expect(counts).toMatchObject({
      Category: { 1: 1 },
      Type: { Act: 1 },
      SubTitle: {},
      Price: { '1-500': 1, '1001-1500': 1 },
    });
    expect(await countsOf(`/api/books?${price}`)).toBeUndefined();
  });

  it('separate lawyers and firms', async () => {
    expect(await countsOf('/api/firms?counts=1')).toMatchObject({ Property2: { 1: 1 } });
    expect(await countsOf('/api/lawyers?counts=1&filters[SubCategory2][$eq]=0')).toMatchObject({
      SubCategory2: { 0: 2, 1: 1 },
      Property2: { 1: 1, 2: 1 },
    });
  });

  it('never include the fee of a profile', async () => {
    expect(await countsOf('/api/lawyers?counts=1')).not.toHaveProperty('Price');
    const { app } = await aCatalog(documents);
    const rejected = await app.inject('/api/lawyers?counts=1&filters[Price][$gt]=1');
    expect([rejected.statusCode, rejected.body]).toEqual([400, expect.not.stringContaining('counts')]);
    expect(await countsOf('/api/lawyers?counts=1', asRole(4))).not.toHaveProperty('Price');
  });
});

describe('before the model has caught up', () => {
  it('rejects reads, GET and HEAD', async () => {
    let isReady = false;
    const { app } = await aCatalog({ book: [aBook(1)] }, { isReady: () => isReady });
    const request = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (const url of ['/api/books', '/api/books/1', '/api/lawyers/neutral-order', '/sitemaps/books.xml'])
        for (const method of ['GET', 'HEAD'] as const)
          statuses.push((await app.inject({ method, url })).statusCode);
      return statuses;
    };
    expect(await request()).toEqual(Array(8).fill(503));
    isReady = true;
    expect(await request()).toEqual(Array(8).fill(200));
  });
});
