import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';

interface JudgedPost {
  id: number;
  title: string;
  text: string;
  category: string;
  tags: string[];
  author: string;
  day: number;
}

interface JudgedQuery {
  query: string;
  /** Id of the post that a reader expects first. */
  first: number;
  /** Id of the first post that a filter for the whole text finds, as the page of results had it before; null for none. */
  before: number | null;
}

const { posts, queries, misspelt } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'judged-queries.json'), 'utf8'),
) as {
  posts: JudgedPost[];
  queries: JudgedQuery[];
  misspelt: { query: string; correction: string }[];
};

const categories = [...new Set(posts.map(({ category }) => category))];
const tags = [...new Set(posts.flatMap((post) => post.tags))];
const authors = [...new Set(posts.map(({ author }) => author))];
const idIn = (names: readonly string[], name: string): number => names.indexOf(name) + 1;

let made: TestApp;
beforeAll(async () => {
  made = await aNewsApp({
    documents: {
      category: categories.map((name, at) => aSubject(at + 1, name)),
      tag: tags.map((name, at) => aSubject(at + 1, name)),
      user: authors.map((name, at) => {
        const [first_name, last_name] = name.split(' ');
        return { id: at + 1, first_name, last_name };
      }),
      post: posts.map((post) =>
        aPost(post.id, {
          title: post.title,
          content: `<p>${post.text}</p>`,
          publish_date: `2026-10-${String(post.day).padStart(2, '0')}T10:00:00.000Z`,
          categories: [idIn(categories, post.category)],
          tags: post.tags.map((name) => idIn(tags, name)),
          user: idIn(authors, post.author),
        }),
      ),
    },
  });
});
afterAll(async () => made.app.close());

const firstOf = async (url: string): Promise<number | null> =>
  (await made.app.inject(url)).json<{ data: { id: number }[] }>().data[0]?.id ?? null;
const ATTRIBUTES = ['[title]', '[slug]', '[categories][slug]', '[categories][name]'];

it('has a hundred queries', () => expect(new Set(queries.map(({ query }) => query)).size).toBe(100));

it.each(queries)('$query', async ({ query, first, before }) => {
  const text = encodeURIComponent(query);
  expect(await firstOf(`/api/posts/search?q=${text}&fields=title`)).toBe(first);
  const filters = ATTRIBUTES.map((path, at) => `filters[$or][${at}]${path}[$containsi]=${text}`);
  expect(await firstOf(`/api/posts?${filters.join('&')}&sort=publish_date:desc&fields=title`)).toBe(before);
});

it.each(misspelt)('$query is taken for $correction', async ({ query, correction }) => {
  const { meta } = (await made.app.inject(`/api/posts/search?q=${encodeURIComponent(query)}`)).json();
  expect(meta.search.correction?.text).toBe(correction);
});
