import { existsSync, readdirSync, statSync } from 'node:fs';
import { DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';
import { verify } from '@node-rs/bcrypt';
import sanitizeHtml from 'sanitize-html';
import { describe, expect, it } from 'vitest';
import { readArchive } from './read-archive.ts';
import { readPosts } from './archive/read-posts.ts';
import type { Post } from './archive/read-posts.ts';
import { siteDocuments } from './archive/site-documents.ts';
import { sourcesDigest } from './archive/sources-digest.ts';
import { archiveFiles, packArchive } from './archive/write-archive.ts';
import { allDrawings } from './pictures/all-pictures.ts';
import { sizesOf } from './pictures/render.ts';
import { ADVERTISEMENTS, PRODUCTS } from './site/advertisements.ts';
import { AUTHORS } from './site/authors.ts';
import { CATEGORIES } from './site/categories.ts';
import { PAGES } from './site/pages.ts';
import { TAGS } from './site/tags.ts';

const root = new URL('./', import.meta.url);
const target = new URL('../../demo/vidhi-gazette.tar.gz', root);
const posts = readPosts(new URL('posts/', root));
const drawings = allDrawings();
const documents = siteDocuments(
  posts,
  drawings.map(({ name }) => name),
);
const archive = await readArchive(target);

const LARGEST = 5_000_000;
const LAST_DAY = '2026-11-20';
const NINETY_DAYS_MS = 90 * 86_400_000;

/** First path segments that belong to the product. */
const RESERVED = new Set(
  (
    'contact about search success cart payment payment2 comming-soon products catalogs find-a-lawyer find-a-lawer ' +
    'all-lawers login account forgot-password reset-password signup join privacy-policy terms-of-service career ' +
    'subscribe news tags 404 api uploads docs console livez readyz metrics internal sitemaps assets'
  ).split(' '),
);
const TAGS_ALLOWED =
  'p h2 h3 ul ol li blockquote table thead tbody tr th td strong em a sup figure figcaption br'.split(' ');

interface Line {
  type: string;
  id: number;
  data: Record<string, unknown>;
}

const lines = (name: string) =>
  (archive.get(name)?.toString('utf8') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
const entities = lines('entities/entities_00001.jsonl').filter(
  (value): value is Line => typeof value === 'object' && value !== null && 'data' in value,
);
const ofType = (type: string) => entities.filter((entity) => entity.type === type);
/** The posts of which this is so. */
const slugsOf = (isSo: (post: Post) => boolean) => posts.filter(isSo).map(({ slug }) => slug);
const paragraphs = (content: string) => content.match(/<p>/g)?.length ?? 0;

describe('demo/vidhi-gazette.tar.gz', () => {
  it('was built from the sources as they stand', () => {
    const metadata: unknown = JSON.parse(String(archive.get('metadata.json')));
    expect(metadata).toMatchObject({ vidhi: { sources: sourcesDigest(root) } });
  });

  it('is at most 5 MB', () => {
    expect(statSync(target).size).toBeLessThanOrEqual(LARGEST);
  });

  it('says of itself that it is a demonstration and fictional', () => {
    const metadata: unknown = JSON.parse(String(archive.get('metadata.json')));
    expect(metadata).toMatchObject({
      strapi: { version: '4.26.2' },
      vidhi: { demo: true, name: 'The Vidhi Gazette', description: expect.stringContaining('fictional') },
    });
  });

  it('holds what the sources say, and every relation ends at an entity', () => {
    expect(entities.filter(({ type }) => type !== 'plugin::upload.file')).toEqual(documents.entities);
    expect(lines('links/links_00001.jsonl')).toEqual(documents.links);
    const known = new Set(entities.map(({ type, id }) => `${type} ${id}`));
    const ends = documents.links.flatMap(({ left, right }) => [left, right]);
    expect(ends.filter((end) => !known.has(`${String(end['type'])} ${String(end['ref'])}`))).toEqual([]);
  });

  it('has a schema for each type of entity', () => {
    const uids = lines('schemas/schemas_00001.jsonl').map((schema) =>
      typeof schema === 'object' && schema !== null && 'uid' in schema ? schema.uid : undefined,
    );
    expect(entities.filter(({ type }) => !uids.includes(type))).toEqual([]);
  });

  it('carries each picture and each of its formats, with the bytes that it announces', () => {
    const files = ofType('plugin::upload.file');
    expect(files).toHaveLength(drawings.length);
    const linked = new Set(
      documents.links.filter(({ kind }) => kind === 'relation.morph').map(({ left }) => left['ref']),
    );
    const announced = new Map<string, number>();
    for (const { id, data } of files) {
      const { formats, url, size } = data;
      expect(linked.has(id), `picture ${id} is shown somewhere`).toBe(true);
      announced.set(`assets/uploads/${String(url).slice('/uploads/'.length)}`, Number(size));
      for (const format of Object.values(formats ?? {})) {
        announced.set(`assets/uploads/${String(format.hash)}${String(format.ext)}`, Number(format.size));
      }
      expect(data['alternativeText'], `picture ${id}`).toMatch(/^.{20,}\.?$/);
    }
    const carried = [...archive].filter(([name]) => name.startsWith('assets/uploads/'));
    expect(new Map(carried.map(([name, bytes]) => [name, Math.round(bytes.length / 10) / 100]))).toEqual(
      announced,
    );
    expect(carried.every(([name]) => archive.has(`${name.replace('/uploads/', '/metadata/')}.json`))).toBe(
      true,
    );
  });

  it('packs the same parts into the same bytes', async () => {
    const parts = { ...documents, pictures: [], sources: 'x' };
    const [one, other] = [await packArchive(archiveFiles(parts)), await packArchive(archiveFiles(parts))];
    expect(one.equals(other)).toBe(true);
  });
});

describe('the posts', () => {
  it('have slugs of their own that no route of the product needs', () => {
    const slugs = posts.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
    const taken = new Set([...RESERVED, ...PAGES.map(({ name }) => name)]);
    expect(slugs.filter((slug) => taken.has(slug))).toEqual([]);
    expect(CATEGORIES.map(({ slug }) => slug).filter((slug) => RESERVED.has(slug))).toEqual([]);
    expect(PAGES.map(({ name }) => name).filter((name) => RESERVED.has(name))).toEqual([]);
  });

  it('use only elements that a sanitiser keeps, with no attribute but a link’s address and a language', () => {
    const rules = { allowedTags: TAGS_ALLOWED, allowedAttributes: { a: ['href'], blockquote: ['lang'] } };
    expect(slugsOf(({ content }) => sanitizeHtml(content, rules) !== content)).toEqual([]);
  });

  it('link only to posts, sections and tags that exist', () => {
    const addresses = new Set([
      ...posts.filter(({ draft }) => !draft).map(({ slug }) => `/${slug}`),
      ...CATEGORIES.map(({ slug }) => `/news/${slug}`),
      ...Object.keys(TAGS).map((slug) => `/tags/${slug}`),
    ]);
    const links = posts.flatMap(({ content }) =>
      [...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => href === undefined || !addresses.has(href))).toEqual([]);
  });

  it('show either a picture or a video, and only pictures that are drawn', () => {
    const names = new Set(drawings.map(({ name }) => name));
    expect(slugsOf(({ picture, youtube }) => (picture === null) === (youtube === null))).toEqual([]);
    expect(slugsOf(({ picture }) => picture !== null && !names.has(picture))).toEqual([]);
    expect(slugsOf(({ youtube }) => youtube !== null && !/^[\w-]{11}$/.test(youtube))).toEqual([]);
  });

  it('fill the ninety days up to the last one', () => {
    const days = posts.map(({ date }) => date).sort();
    expect(days.at(-1)?.slice(0, 10)).toBe(LAST_DAY);
    expect(Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')).toBeLessThanOrEqual(NINETY_DAYS_MS);
  });

  it('say at their end that they are fictional, in their own language', () => {
    const words = { en: 'fictional', hi: 'काल्पनिक' };
    expect(slugsOf(({ content, language }) => !content.includes(words[language]))).toEqual([]);
  });

  it('are of every kind that the pages have to show', () => {
    const published = posts.filter(({ draft }) => !draft);
    const count = (has: (content: string) => boolean) =>
      published.filter(({ content }) => has(content)).length;
    expect(published.length).toBeGreaterThanOrEqual(60);
    expect(posts.length).toBeGreaterThan(published.length);
    expect(published.filter(({ language }) => language === 'hi').length).toBeGreaterThanOrEqual(2);
    expect(count((content) => /[ऀ-ॿ]/.test(content))).toBeGreaterThan(3);
    expect(count((content) => content.includes('<table>'))).toBeGreaterThanOrEqual(3);
    expect(count((content) => content.includes('<sup>'))).toBeGreaterThanOrEqual(2);
    expect(count((content) => content.includes('<ol>'))).toBeGreaterThan(3);
    expect(count((content) => content.split('<h2>').length > 5)).toBeGreaterThan(3);
    expect(count((content) => paragraphs(content) <= 3)).toBeGreaterThanOrEqual(2);
    expect(published.filter(({ youtube }) => youtube !== null).length).toBeGreaterThanOrEqual(4);
    expect(published.filter(({ trending }) => trending).length).toBeGreaterThan(10);
  });

  it('leave no section and no tag empty', () => {
    const used = new Set(
      posts.filter(({ draft }) => !draft).flatMap(({ categories, tags }) => [...categories, ...tags]),
    );
    expect(CATEGORIES.map(({ slug }) => slug).filter((slug) => !used.has(slug))).toEqual([]);
    expect(Object.keys(TAGS).filter((slug) => !used.has(slug))).toEqual([]);
  });
});

describe('the lists', () => {
  it('mark every advertisement and product as fictional', () => {
    for (const { title } of [...ADVERTISEMENTS, ...PRODUCTS]) expect(title).toMatch(/\((fictional|काल्पनिक)/);
    expect(new Set(ADVERTISEMENTS.map(({ type }) => type)).size).toBe(4);
  });

  it('address only hosts that are reserved for examples', () => {
    const addresses = [...ADVERTISEMENTS, ...PRODUCTS]
      .map(({ link }) => link)
      .concat(PAGES.map((page) => page.targetUrl));
    for (const address of addresses) {
      expect(new URL(address).protocol).toBe('https:');
      expect(new URL(address).hostname).toMatch(/\.example$/);
    }
  });

  it('give no reporter a password that could be typed, and each visitor the one that the launcher says', async () => {
    const users = ofType('plugin::users-permissions.user');
    expect(users).toHaveLength(AUTHORS.length + DEMO_VISITORS.length);
    for (const { data } of users.slice(0, AUTHORS.length)) expect(data['password']).toContain('invalid');
    for (const [index, { data }] of users.slice(AUTHORS.length).entries()) {
      const { email, password = '' } = DEMO_VISITORS[index] ?? {};
      expect(data['email']).toBe(email);
      expect(await verify(password, String(data['password']))).toBe(true);
    }
  });
});

describe('sizesOf', () => {
  it('makes only the formats that are smaller than the drawing', () => {
    expect(
      sizesOf({ width: 1200, height: 800 }).map(({ format, width, height }) => [format, width, height]),
    ).toEqual([
      ['', 1200, 800],
      ['thumbnail', 234, 156],
      ['small', 500, 333],
      ['medium', 750, 500],
      ['large', 1000, 667],
    ]);
    expect(sizesOf({ width: 600, height: 500 }).map(({ format }) => format)).toEqual([
      '',
      'thumbnail',
      'small',
    ]);
  });
});

it('finds the sources where the build looks for them', () => {
  expect(existsSync(target)).toBe(true);
  expect(readdirSync(new URL('posts/', root))).toHaveLength(posts.length);
});
