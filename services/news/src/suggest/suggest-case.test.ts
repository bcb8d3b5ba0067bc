import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

type Group = 'posts' | 'categories' | 'tags' | 'authors';

async function suggested(typed: string): Promise<Record<Group, string[]>> {
  made = await aNewsApp({
    documents: {
      post: [
        aPost(1, { title: 'Ésop rules', publish_date: '2026-11-03T10:00:00.000Z' }),
        aPost(2, { title: 'New ésop rules', publish_date: '2026-11-02T10:00:00.000Z', user: 3 }),
        aPost(3, { title: 'Secret esop draft', publishedAt: null, user: 4 }),
        aPost(4, { title: 'Planned esop', publishedAt: '2999-01-01T00:00:00.000Z' }),
      ],
      category: [aSubject(1, 'Vidhinagar High Court')],
      tag: [aSubject(1, 'Ésop'), aSubject(2, 'GST')],
      user: [
        { id: 3, first_name: 'Arvind', last_name: 'Rao' },
        { id: 4, first_name: 'Arvind', last_name: 'Unpublished' },
      ],
    },
  });
  const { data } = (await made.app.inject(`/api/suggest?q=${encodeURIComponent(typed)}`)).json<{
    data: Partial<Record<Group, { label: string }[]>>;
  }>();
  const labels = (group: Group) => (data[group] ?? []).map(({ label }) => label);
  return {
    posts: labels('posts'),
    categories: labels('categories'),
    tags: labels('tags'),
    authors: labels('authors'),
  };
}

describe('suggestions', () => {
  it.each(['Ésop', 'ésop', 'ÉSOP', 'esop', 'ESO', 'rules ésop'])(
    'find every spelling of a word: %s',
    async (typed) => {
      const { posts } = await suggested(typed);
      expect(posts).toEqual(['Ésop rules', 'New ésop rules']);
    },
  );

  it('begin with the title that begins with the words', async () =>
    expect((await suggested('new eso')).posts).toEqual(['New ésop rules']));

  it('have categories, tags and authors by all words in any order', async () => {
    expect((await suggested('court vidhi')).categories).toEqual(['Vidhinagar High Court']);
    await made.app.close();
    expect((await suggested('eso')).tags).toEqual(['Ésop']);
  });

  it('have authors with a published post, and no other account', async () =>
    expect((await suggested('arvind')).authors).toEqual(['Arvind Rao']));
});
