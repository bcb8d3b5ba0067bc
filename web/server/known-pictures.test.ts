import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiAnswer } from './api-client.ts';
import { createKnownPictures, isPicturePath, type AskPictures } from './known-pictures.ts';

let asked: string[];
let media: number;
let made: Record<string, unknown>;
let ask: AskPictures;

beforeEach(() => {
  [asked, media, made] = [[], 7, { 1: 'one', 2: 'two' }];
  ask = createKnownPictures({
    get: async (path): Promise<ApiAnswer> => {
      asked.push(path);
      const ids = path.split('=')[1]?.split(',') ?? [];
      const data = Object.fromEntries(ids.flatMap((id) => (id in made ? [[id, made[id]]] : [])));
      return { body: { data }, position: `news.posts=90;catalog.media=${media}` };
    },
  });
});

const pictures = (ids: string, position = `news.posts=91;catalog.media=${media}`) =>
  ask(`/picture-variants?ids=${ids}`, position);

describe('files of pictures', () => {
  it('are asked for once, in whatever company their pictures come again', async () => {
    await pictures('1,2');
    const { body } = await pictures('2');
    expect((body as { data: object }).data).toEqual({ 2: 'two' });
    expect(asked).toEqual(['/picture-variants?ids=1,2']);
  });
  it('come as the same object, so that what was made of it is used again', async () => {
    const [first, second] = [await pictures('1,2'), await pictures('1,2')];
    expect(second.body).toBe(first.body);
    expect((await pictures('1')).body).toBe((await pictures('1')).body);
  });
  it('say how far the events of pictures had been read, and nothing of other topics', async () => {
    await pictures('1,2');
    expect((await pictures('1')).position).toBe('catalog.media=7');
  });
  it('are asked for anew after a picture has changed, also where there were none', async () => {
    await pictures('3');
    expect((await pictures('3')).body).not.toHaveProperty('data.3', 'three');
    [media, made] = [8, { 3: 'three' }];
    expect((await pictures('3')).body).toEqual({ data: { 3: 'three' } });
    expect(asked).toHaveLength(2);
  });
  it('are asked for by a page whose data is of another moment, earlier or later', async () => {
    await pictures('1');
    await pictures('1', 'catalog.media=6');
    await pictures('1', 'news.posts=4');
    expect(asked).toHaveLength(3);
  });
  it('are asked for where not all of them are known', async () => {
    await pictures('1');
    await pictures('1,2');
    expect(asked).toEqual(['/picture-variants?ids=1', '/picture-variants?ids=1,2']);
  });
  it('are told apart from other reads by their path', () => {
    expect(isPicturePath('/picture-variants?ids=1,2')).toBe(true);
    expect(isPicturePath('/posts?ids=1,2')).toBe(false);
  });
});
