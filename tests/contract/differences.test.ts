import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCollections } from '../../services/catalog/src/collections/catalog-collections.ts';
import { newsCollections } from '../../services/news/src/collections/news-collections.ts';
import { caseFiles } from './cases.ts';
import { publishedDifference } from './differences.ts';
import type { CaseResponse } from './case-request.ts';
import { caseKey, readDifferences, readRecording } from './recording.ts';

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8');
const document = read('differences.md');
const headings = [...document.matchAll(/^## (\d+)\. (.+)$/gm)].map(([, number]) => Number(number));
/** Pages about calls outside the content collections. */
const lettered = ['differences-accounts.md', 'differences-carts.md', 'differences-notify.md']
  .flatMap((name) => [...read(name).matchAll(/^(?:## |\| )([ACN]\d+)(?:\.| \|) /gm)])
  .map(([, number]) => number);
const published = new Set<unknown>([...headings, ...lettered]);
const recordings = caseFiles().map((file) => file.replace(/\.txt$/, ''));

const errorMessage = (message: string, status = 400): CaseResponse => ({
  status,
  json: { data: null, error: { status, name: 'ValidationError', message, details: {} } },
});
const list = (...rows: readonly unknown[]): CaseResponse => ({
  status: 200,
  json: { data: rows, meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: rows.length } } },
});
const failure: CaseResponse = {
  status: 500,
  json: { data: null, error: { status: 500, name: 'InternalServerError' } },
};

const [, , , , , , required = ''] = document.split(/^## /m);

describe('docs/differences.md', () => {
  it('names everything that a document must have', () => {
    const collections = [...newsCollections, ...catalogCollections];
    const attributes = collections.flatMap(({ name, attributes: declared }) =>
      Object.entries(declared).flatMap(([attribute, declaration]) =>
        'required' in declaration && declaration.required === true ? [`${name}.${attribute}`] : [],
      ),
    );
    expect(attributes).toContain('lawyer.contact');
    const unnamed = attributes.filter(
      (attribute) => !new RegExp(`\\b${attribute.split('.').at(-1)}\\b`).test(required),
    );
    expect(unnamed).toEqual([]);
  });

  it('numbers its entries from 1 without a gap', () => {
    expect(headings).toEqual(headings.map((_, index) => index + 1));
  });

  it('has the next number in the guide that adds one', () => {
    const guide = read('how-to/add-a-field.md');
    const places = [/, here (\d+), and/, /^## (\d+)\. Posts have/m, /^ +number: (\d+),/m];
    const numbers = places.map((place) => Number(place.exec(guide)?.[1]));
    expect(numbers).toEqual(Array.from({ length: 3 }, () => headings.length + 1));
  });

  it.each([
    'filtered by author',
    'found is 404',
    'age',
    'Mails of an order',
    'price of a book',
    'Hindi article',
  ])('has a number for the deviation of the pages from their specification: %s', (words) =>
    expect(document).toMatch(new RegExp(`^## \\d+\\. .*${words}`, 'm')),
  );

  it('states for every entry what the reference does, what Vidhi does, and why', () => {
    const entries = document.split(/^## /m).slice(1);
    const incomplete = entries.filter((entry) => !/\nReference: [^]+\nVidhi[: ][^]+\nWhy: /.test(entry));
    expect(incomplete.map((entry) => entry.split('\n')[0])).toEqual([]);
  });

  it.each(recordings)('explains every difference that the cases of %s are expected to show', (name) => {
    const unknown = readDifferences(name).filter(({ difference }) => !published.has(difference));
    expect(unknown.map(caseKey)).toEqual([]);
  });
});

describe('the expected differences', () => {
  it.each(recordings)('belong to cases of %s that are recorded', (name) => {
    const recordedKeys = new Set(readRecording(name).map(caseKey));
    expect(
      readDifferences(name)
        .map(caseKey)
        .filter((key) => !recordedKeys.has(key)),
    ).toEqual([]);
  });

  it.each(recordings)('never accept a server error for %s', (name) => {
    expect(readDifferences(name).filter(({ response }) => response.status >= 500)).toEqual([]);
  });
});

describe('a published difference', () => {
  it('covers a server error of the reference only when the request can cause one', () => {
    const product = errorMessage('Invalid pagination parameters. Expected integers');
    expect(publishedDifference('/api/tags?pagination[page]=abc', failure, product)).toBe(1);
    expect(publishedDifference('/api/tags?pagination[page]=2', failure, product)).toBeUndefined();
  });

  it('does not cover a server error of the product', () => {
    expect(publishedDifference('/api/tags?pagination[page]=abc', failure, failure)).toBeUndefined();
  });

  it('covers an unknown operator by its own name alone', () => {
    const path = '/api/tags?filters[slug][$like]=a';
    expect(publishedDifference(path, list(), errorMessage('Invalid parameter $like'))).toBe(2);
    expect(publishedDifference(path, list(), errorMessage('Invalid parameter slug'))).toBeUndefined();
    expect(publishedDifference(path, list(), list({ id: 1 }))).toBeUndefined();
  });

  it('covers a wildcard only with an operator that interprets it', () => {
    expect(publishedDifference('/api/tags?filters[slug][$contains]=a_', list({ id: 1 }), list())).toBe(3);
    expect(publishedDifference('/api/tags?filters[slug][$eq]=a_', list({ id: 1 }), list())).toBeUndefined();
    expect(
      publishedDifference('/api/tags?filters[slug][$contains]=a', list({ id: 1 }), list()),
    ).toBeUndefined();
  });

  it('covers a wildcard only when the reference finds more, and documents are equal', () => {
    const some = list({ id: 1, attributes: { slug: 'a_' } });
    const more = list({ id: 1, attributes: { slug: 'a_' } }, { id: 2, attributes: { slug: 'ab' } });
    const contains = '/api/tags?filters[slug][$contains]=a_';
    expect(publishedDifference(contains, more, some)).toBe(3);
    expect(publishedDifference(contains, some, more)).toBeUndefined();
    const excludes = '/api/tags?filters[slug][$notContains]=a_';
    expect(publishedDifference(excludes, some, more)).toBe(3);
    expect(publishedDifference(excludes, more, some)).toBeUndefined();
    const other = list({ id: 1, attributes: { slug: 'b_' } });
    expect(publishedDifference(contains, more, other)).toBeUndefined();
  });

  it('covers conflicting keys only when documents are equal on both sides, or the product reports an error in these keys', () => {
    for (const path of ['/api/tags?filters[slug=a', '/api/tags?filters[slug]=a&filters[slug][$eq]=b']) {
      const one = list({ id: 1, attributes: { slug: 'a' } });
      expect(publishedDifference(path, one, list({ id: 2, attributes: { slug: 'b' } }))).toBe(19);
      expect(publishedDifference(path, one, list({ id: 1, attributes: { slug: 'b' } }))).toBeUndefined();
      expect(publishedDifference(path, one, errorMessage('Invalid parameter name'))).toBeUndefined();
    }
  });

  it.each([
    ['/api/pages?filters[url][]=&filters[url][$lt]=', 'Invalid parameter 0', 'Invalid parameter 1'],
    ['/api/pages?filters[url][$ne]=a&filters[url][1]=x', 'Invalid parameter 1', 'Invalid parameter 2'],
    [
      '/api/tags?filters[createdAt][$in][1]=&filters[createdAt][$in][1]=',
      'Invalid value for createdAt',
      'Invalid value for slug',
    ],
  ])('covers the rejection of conflicting lists in %s, and no other one', (path, message, other) => {
    expect(publishedDifference(path, list(), errorMessage(message))).toBe(19);
    expect(publishedDifference(path, list(), errorMessage(other))).toBeUndefined();
  });

  it('does not cover the rejection of a list that is no object too', () => {
    const path = '/api/pages?filters[url][]=a&filters[name][$ne]=b';
    expect(publishedDifference(path, list(), errorMessage('Invalid parameter 0'))).toBeUndefined();
    const inOneList = '/api/tags?filters[createdAt][$in][0]=&filters[createdAt][$in][1]=';
    expect(
      publishedDifference(inOneList, list(), errorMessage('Invalid value for createdAt')),
    ).toBeUndefined();
  });

  it('covers a report of another one of several errors, and none that the request does not contain', () => {
    const path = '/api/tags?sort=nobody&fields=slug&filters[no][$eq]=1';
    const reference = errorMessage('Invalid parameter nobody');
    expect(publishedDifference(path, reference, errorMessage('Invalid parameter no'))).toBe(24);
    expect(publishedDifference(path, reference, errorMessage('Invalid parameter slug'))).toBeUndefined();
    expect(publishedDifference(path, reference, errorMessage('Invalid parameter name'))).toBeUndefined();
    expect(publishedDifference(path, reference, errorMessage('Not today'))).toBeUndefined();
    expect(publishedDifference(path, reference, list())).toBeUndefined();
  });

  it('covers a search without gated attributes only when it finds fewer and no other documents', () => {
    const path = '/api/lawyers?_q=9800';
    const some = list({ id: 1, attributes: { Title: 'A' } });
    const more = list({ id: 1, attributes: { Title: 'A' } }, { id: 2, attributes: { Title: 'B' } });
    expect(publishedDifference(path, more, some)).toBe(26);
    expect(publishedDifference(path, some, more)).toBeUndefined();
    expect(publishedDifference(path, more, list({ id: 1, attributes: { Title: 'C' } }))).toBeUndefined();
  });

  it('covers options of additional book tags, and no other rejection', () => {
    const path = '/api/books?populate[PropertyList2][fields]=nobody&fields=Title';
    const unknown = errorMessage('Invalid parameter PropertyList2');
    expect(publishedDifference(path, unknown, list())).toBe(28);
    expect(publishedDifference(path, unknown, errorMessage('Invalid parameter nobody'))).toBe(24);
    expect(publishedDifference(path, unknown, errorMessage('Invalid parameter ISBN'))).toBeUndefined();
    const noCount = errorMessage('Invalid withCount parameter. Expected "t"');
    expect(publishedDifference(`${path}&pagination[withCount]=`, unknown, noCount)).toBe(24);
    expect(publishedDifference(path, unknown, noCount)).toBeUndefined();
    expect(publishedDifference(path, list(), errorMessage('Invalid parameter nobody'))).toBe(28);
    expect(publishedDifference(path, list(), errorMessage('Invalid parameter Title'))).toBeUndefined();
  });

  it('covers the author of a post and no other attribute', () => {
    const user = { data: { id: 1, attributes: { first_name: 'A', last_name: 'B' } } };
    const path = '/api/posts?populate=*';
    const reference = list({ id: 1, attributes: { slug: 'a' } });
    expect(publishedDifference(path, reference, list({ id: 1, attributes: { slug: 'a', user } }))).toBe(5);
    expect(
      publishedDifference(path, reference, list({ id: 1, attributes: { slug: 'b', user } })),
    ).toBeUndefined();
    expect(
      publishedDifference(
        '/api/posts?fields=slug',
        reference,
        list({ id: 1, attributes: { slug: 'a', user } }),
      ),
    ).toBeUndefined();
  });

  it('covers only lists that are too long for the reference', () => {
    const values = (count: number): string =>
      Array.from({ length: count }, (_, index) => `filters[id][$in][${index}]=1`).join('&');
    const reference = errorMessage('Invalid parameter 0');
    expect(publishedDifference(`/api/tags?${values(101)}`, reference, list())).toBe(4);
    expect(publishedDifference(`/api/tags?${values(100)}`, reference, list())).toBeUndefined();
  });

  it('covers fewer documents with a wildcard that is negated twice, and more with one that is negated', () => {
    const [all, none] = [list({ id: 1 }, { id: 2 }), list()];
    const twice = '/api/posts?filters[$not][slug][$nei]=%25';
    expect(publishedDifference(twice, all, none)).toBe(3);
    expect(publishedDifference(twice, none, all)).toBeUndefined();
    const once = '/api/posts?filters[slug][$nei]=%25';
    expect(publishedDifference(once, none, all)).toBe(3);
    expect(publishedDifference(once, all, none)).toBeUndefined();
  });

  it('covers repeated rows of a relation that is populated with a sort through many others', () => {
    const path = '/api/tags?sort=posts.slug&populate[posts][sort]=tags.name';
    const tag = (id: number, ...posts: { id: number }[]) => ({ id, attributes: { posts: { data: posts } } });
    const [first, second] = [{ id: 7 }, { id: 8 }];
    const reference = list(tag(1, first, second, first), tag(1, first, second, first));
    expect(publishedDifference(path, reference, list(tag(1, first, second), tag(2)))).toBe(20);
    expect(publishedDifference(path, reference, list(tag(1, second, first), tag(2)))).toBeUndefined();
  });

  it('covers queries that name an attribute which the reference rejects by its name', () => {
    const rejected = errorMessage('Invalid parameter seo_title');
    const missing: CaseResponse = errorMessage('Not Found', 404);
    for (const path of ['/api/posts?sort=seo_title', '/api/tags?filters[posts][seo_title]=a'])
      expect(publishedDifference(path, rejected, list())).toBe(34);
    expect(publishedDifference('/api/posts/0?fields=seo_title', rejected, missing)).toBe(34);
    expect(publishedDifference('/api/posts?sort=slug', rejected, list())).toBeUndefined();
    expect(publishedDifference('/api/posts?sort=seo_title', list(), rejected)).toBeUndefined();
    expect(publishedDifference('/api/posts?sort=seo_title', rejected, failure)).toBeUndefined();
  });

  it('covers what is below a relation that the reference does not know, and nothing beside it', () => {
    const below = '/api/posts?populate[guest_author][fields]=nope';
    const rejected = errorMessage('Invalid parameter nope');
    expect(publishedDifference(below, list({ id: 1 }), rejected)).toBe(5);
    expect(publishedDifference('/api/posts?fields=nope', list({ id: 1 }), rejected)).toBeUndefined();
    const added = { id: 1, attributes: { judgment_document: { data: null } } };
    const document = '/api/posts?populate[judgment_document][fields]=url';
    expect(publishedDifference(document, list({ id: 1, attributes: {} }), list(added))).toBe(37);
    expect(publishedDifference(document, list({ id: 2, attributes: {} }), list(added))).toBeUndefined();
    expect(publishedDifference('/api/posts', list({ id: 1, attributes: {} }), list(added))).toBeUndefined();
  });

  it('covers two rejected attributes of which each side reports another', () => {
    const path = '/api/posts?fields=language&fields=stage';
    const reports = (name: string) => errorMessage(`Invalid parameter ${name}`);
    expect(publishedDifference(path, reports('language'), reports('stage'))).toBe(24);
    expect(publishedDifference(path, reports('language'), reports('slug'))).toBeUndefined();
  });

  it('covers two differences at once when they explain everything', () => {
    const path = '/api/posts?populate=user&sort=categories.title';
    const reference = list({ id: 1, attributes: { title: 'foreign', slug: 'a' } });
    const product = list({ id: 1, attributes: { title: 'own', slug: 'a', user: { data: null } } });
    expect(publishedDifference(path, reference, product)).toBe(20);
    const other = list({ id: 1, attributes: { title: 'own', slug: 'b', user: { data: null } } });
    expect(publishedDifference(path, reference, other)).toBeUndefined();
  });
});

describe('every published difference in responses', () => {
  /** Differences of pages, of headers, of undefined row order, and of what the reference cannot store: no recorded case shows them. */
  const unpinned = new Set([12, 13, 21, 33, 35, 38, 39, 40, 41, 42, 43, 44]);

  it('has a recorded case', () => {
    const pinned = new Set(
      recordings.flatMap((name) => readDifferences(name).map(({ difference }) => difference)),
    );
    expect(headings.filter((number) => !pinned.has(number) && !unpinned.has(number))).toEqual([]);
  });
});
