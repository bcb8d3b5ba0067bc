import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiResponse } from './api-client.ts';
import { createPictureVariantCache, isVariantsPath, type FetchVariants } from './picture-variant-cache.ts';

let requested: string[];
let offset: number;
let variants: Record<string, unknown>;
let fetchVariants: FetchVariants;

beforeEach(() => {
  [requested, offset, variants] = [[], 7, { 1: 'one', 2: 'two' }];
  fetchVariants = createPictureVariantCache({
    get: async (path): Promise<ApiResponse> => {
      requested.push(path);
      const ids = path.split('=')[1]?.split(',') ?? [];
      const data = Object.fromEntries(ids.flatMap((id) => (id in variants ? [[id, variants[id]]] : [])));
      return { body: { data }, position: `news.posts=90;catalog.media=${offset}` };
    },
  });
});

const pictures = (ids: string, position = `news.posts=91;catalog.media=${offset}`) =>
  fetchVariants(`/picture-variants?ids=${ids}`, position);

describe('createPictureVariantCache', () => {
  it('serves a picture from the cache that was requested with others', async () => {
    await pictures('1,2');
    const { body } = await pictures('2');
    expect((body as { data: object }).data).toEqual({ 2: 'two' });
    expect(requested).toEqual(['/picture-variants?ids=1,2']);
  });
  it('returns the same body for the same path', async () => {
    const [first, second] = [await pictures('1,2'), await pictures('1,2')];
    expect(second.body).toBe(first.body);
    expect((await pictures('1')).body).toBe((await pictures('1')).body);
  });
  it('gives cached responses the offset of the media topic alone', async () => {
    await pictures('1,2');
    expect((await pictures('1')).position).toBe('catalog.media=7');
  });
  it('requests again after a new offset, also pictures that had no variants', async () => {
    await pictures('3');
    expect((await pictures('3')).body).not.toHaveProperty('data.3', 'three');
    [offset, variants] = [8, { 3: 'three' }];
    expect((await pictures('3')).body).toEqual({ data: { 3: 'three' } });
    expect(requested).toHaveLength(2);
  });
  it('requests again for a page with another offset or none', async () => {
    await pictures('1');
    await pictures('1', 'catalog.media=6');
    await pictures('1', 'news.posts=4');
    expect(requested).toHaveLength(3);
  });
  it('requests all pictures of a page of which one is not cached', async () => {
    await pictures('1');
    await pictures('1,2');
    expect(requested).toEqual(['/picture-variants?ids=1', '/picture-variants?ids=1,2']);
  });
  it('serves the path of picture variants only', () => {
    expect(isVariantsPath('/picture-variants?ids=1,2')).toBe(true);
    expect(isVariantsPath('/posts?ids=1,2')).toBe(false);
  });
});
