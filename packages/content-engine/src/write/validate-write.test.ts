import { describe, expect, it } from 'vitest';
import type { WireError } from '@vidhi/contracts/errors.ts';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import { aPost, loadSite } from '../testing/small-site.ts';
import { createReadModel } from '../model/read-model.ts';
import { resolveLinkUpdates } from './link-update.ts';
import { requireData, validateWrite } from './validate-write.ts';
import type { WriteMode } from './validate-write.ts';

const book = defineCollection({
  name: 'book',
  plural: 'books',
  uid: 'api::book.book',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    Title: { type: 'string', required: true, minLength: 2 },
    Pages: { type: 'integer', min: 1 },
    Binding: { type: 'enumeration', enum: ['Hardbound', 'Paperback'] },
    Price: { type: 'decimal', min: 0 },
    sold: { type: 'boolean' },
    email: { type: 'email' },
    on: { type: 'date' },
    at: { type: 'datetime' },
    about: { type: 'json' },
    accessLevel: { type: 'integer', readonly: true },
  },
});
const books = createReadModel([book]);
books.upsert('book', { id: 1, Title: 'Known' });

const errorOf = (run: () => unknown): { message: string; paths: string[][] } => {
  try {
    run();
  } catch (error) {
    const { message, details } = error as WireError;
    const errors = (details as { errors?: { path: string[] }[] } | undefined)?.errors ?? [];
    return { message, paths: errors.map(({ path }) => path) };
  }
  throw new Error('Expected an error');
};
const write = (data: unknown, mode: WriteMode = 'create'): unknown =>
  validateWrite(books, 'book', data, mode, mode === 'update' ? { id: 1 } : {});

describe('a patch', () => {
  it('contains all attributes on create, converted, without unknown and read-only ones', () => {
    expect(
      write({
        Title: 'ok ok',
        Price: '99.90',
        Pages: '5',
        sold: '1',
        on: '2024-01-02T10:00',
        at: '2024',
        id: 7,
        nope: 1,
        accessLevel: 3,
        createdAt: 'x',
      }),
    ).toEqual({
      Title: 'ok ok',
      Pages: 5,
      Binding: null,
      Price: 99.9,
      sold: true,
      email: null,
      on: '2024-01-02',
      at: '2024-01-01T00:00:00.000Z',
      about: null,
    });
  });

  it('contains only the attributes of the body on update', () => {
    expect(write({ Price: 1 }, 'update')).toEqual({ Price: 1 });
    expect(write({}, 'update')).toEqual({});
  });
});

describe('error messages', () => {
  it.each([
    [{ Price: 1 }, 'Title must be defined.'],
    [{ Title: 123 }, 'Title must be a `string` type, but the final value was: `123`.'],
    [{ Title: null }, 'Title must be a `string` type, but the final value was: `null`.'],
    [{ Title: 'a' }, 'Title must be at least 2 characters'],
    [
      { Title: 'ok', Pages: 'abc' },
      'Pages must be a `number` type, but the final value was: `NaN` (cast from the value `"abc"`).',
    ],
    [
      { Title: 'ok', Price: '1e999' },
      'Price must be a `number` type, but the final value was: `Infinity` (cast from the value `"1e999"`).',
    ],
    [
      // JSON.parse('{"Price":1e999}')
      { Title: 'ok', Price: Number.POSITIVE_INFINITY },
      'Price must be a `number` type, but the final value was: `Infinity`.',
    ],
    [
      { Title: 'ok', Pages: '-Infinity' },
      'Pages must be a `number` type, but the final value was: `-Infinity` (cast from the value `"-Infinity"`).',
    ],
    [{ Title: 'ok', Pages: 1.5 }, 'Pages must be an integer'],
    [{ Title: 'ok', Price: -1 }, 'Price must be greater than or equal to 0'],
    [
      { Title: 'ok', Binding: 'Loose' },
      'Binding must be one of the following values: Hardbound, Paperback, ',
    ],
    [{ Title: 'ok', sold: 'yes' }, 'sold must be a `boolean` type, but the final value was: `"yes"`.'],
    [{ Title: 'ok', email: 'bad' }, 'email must be a valid email'],
    [{ Title: 'ok', email: '' }, 'email cannot be empty'],
    [{ Title: 'ok', on: 'xx' }, 'Invalid format, expected yyyy-MM-dd'],
    [{ Title: 'ok', at: 'xx' }, 'Invalid format, expected a timestamp or an ISO date'],
    [[], 'this must be a `object` type, but the final value was: `null` (cast from the value `[]`).'],
  ])('%j', (data, message) => {
    expect(errorOf(() => write(data)).message).toBe(message);
  });

  it('list every invalid attribute, in the order of the declaration', () => {
    expect(errorOf(() => write({ Title: 'a', Price: -1, Binding: 'Loose', Pages: 'abc' }))).toEqual({
      message: '4 errors occurred',
      paths: [['Title'], ['Pages'], ['Binding'], ['Price']],
    });
  });

  it.each([undefined, 'x', null, 5])('reject %j instead of data', (data) => {
    expect(errorOf(() => requireData({ data })).message).toBe('Missing "data" payload in the request body');
  });
});

describe('relations', () => {
  const model = loadSite();
  const stored = aPost({ id: 9, tags: [1, 2], categories: [1, 2, 3], image: 1 });
  model.upsert('post', stored);
  const patch = (data: object): unknown =>
    resolveLinkUpdates(validateWrite(model, 'post', data, 'update', { id: 9 }), stored);

  it.each([
    [{ categories: [3, '1'] }, { categories: [3, 1] }],
    [{ categories: [{ id: 2 }] }, { categories: [2] }],
    [{ categories: 2 }, { categories: [2] }],
    [{ categories: null }, { categories: [] }],
    [{ categories: { set: [2, 1] } }, { categories: [2, 1] }],
    [{ categories: { connect: [1] } }, { categories: [2, 3, 1] }],
    [{ categories: { disconnect: [{ id: 2 }] } }, { categories: [1, 3] }],
    [{ categories: { connect: [{ id: 3, position: { start: true } }] } }, { categories: [3, 1, 2] }],
    [{ categories: { connect: [{ id: 3, position: { before: 2 } }] } }, { categories: [1, 3, 2] }],
    [
      { categories: { connect: [{ id: 1, position: { after: 2 } }], disconnect: [3] } },
      { categories: [2, 1] },
    ],
    [{ categories: {} }, {}],
    [{ image: 2 }, { image: 2 }],
    [{ image: null }, { image: null }],
    [{ user: { connect: [{ id: 1 }] } }, { user: 1 }],
  ])('%j', (data, expected) => {
    expect(patch(data)).toEqual(expected);
  });

  it.each([
    [{ tags: [1, 99, 98] }, '2 relation(s) of type api::tag.tag associated with this entity do not exist'],
    [{ image: 77 }, '1 relation(s) of type plugin::upload.file associated with this entity do not exist'],
    [{ tags: { connect: 5 } }, 'Invalid relations'],
  ])('rejects %j', (data, message) => {
    expect(errorOf(() => patch(data))).toEqual({ message, paths: [[]] });
  });

  it('rejects a unique value of another document, but not the document’s own', () => {
    expect(errorOf(() => patch({ slug: 'post-1' }))).toEqual({
      message: 'This attribute must be unique',
      paths: [['slug']],
    });
    expect(patch({ slug: 'post-9' })).toMatchObject({ slug: 'post-9' });
  });
});

describe('publication', () => {
  const now = (): Date => new Date('2026-11-01T00:00:00.000Z');
  const model = loadSite();

  it('is immediate unless the body has publishedAt', () => {
    const created = (data: object): unknown => validateWrite(model, 'post', data, 'create', { now });
    expect(created({ title: 'x' })).toMatchObject({
      publishedAt: '2026-11-01T00:00:00.000Z',
      tags: [],
      image: null,
    });
    expect(created({ publishedAt: null })).toMatchObject({ publishedAt: null });
    expect(created({ publishedAt: '2027-01-01' })).toMatchObject({ publishedAt: '2027-01-01T00:00:00.000Z' });
  });

  it('requires required attributes when a draft is published, and not before', () => {
    const note = defineCollection({ ...book, name: 'note', uid: 'api::note.note', draftAndPublish: true });
    const notes = createReadModel([note]);
    notes.upsert('note', { id: 1, publishedAt: null });
    expect(validateWrite(notes, 'note', { publishedAt: null }, 'create')).toMatchObject({ Title: null });
    expect(validateWrite(notes, 'note', { Pages: 2 }, 'update', { id: 1 })).toEqual({ Pages: 2 });
    expect(
      errorOf(() => validateWrite(notes, 'note', { publishedAt: '2027' }, 'update', { id: 1 })).paths,
    ).toEqual([['Title']]);
  });
});
