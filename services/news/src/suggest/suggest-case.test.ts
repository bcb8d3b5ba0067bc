import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, aSubject, type TestApp } from '../app-builder.ts';

let made: TestApp;
afterEach(async () => made.app.close());

describe('case in suggestions', () => {
  it.each(['Ésop', 'ésop', 'ésOP', 'ÉSOP', 'gst'])('of %s is folded as in searches', async (typed) => {
    made = await aNewsApp({
      documents: {
        post: [
          aPost(1, { title: 'Ésop rules' }),
          aPost(2, { title: 'New ésop rules' }),
          aPost(3, { title: 'GST' }),
        ],
        tag: [aSubject(1, 'Ésop'), aSubject(2, 'ésop'), aSubject(3, 'Gst')],
      },
    });
    const query = encodeURIComponent(typed);
    const idsAt = async (url: string): Promise<number[]> => {
      const { data } = (await made.app.inject(url)).json<{ data: { id: number }[] }>();
      return data.map(({ id }) => id).toSorted();
    };
    const { data } = (await made.app.inject(`/api/suggest?q=${query}`)).json<{
      data: Record<'posts' | 'tags', { id: number }[]>;
    }>();
    const suggested = (group: 'posts' | 'tags') => data[group].map(({ id }) => id).toSorted();
    expect(suggested('posts')).toEqual(await idsAt(`/api/posts?filters[title][$containsi]=${query}`));
    expect(suggested('tags')).toEqual(await idsAt(`/api/tags?filters[name][$containsi]=${query}`));
  });
});
