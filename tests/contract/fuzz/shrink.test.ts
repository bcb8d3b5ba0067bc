import { describe, expect, it } from 'vitest';
import { renderQuery, showQuery, type Query } from './query.ts';
import { shrink } from './shrink.ts';

const long: Query = {
  path: '/api/posts',
  encoding: 'percent',
  parameters: [
    { key: ['filters', '$and', '0', 'title', '$contains'], value: 'bail' },
    { key: ['filters', '$and', '1', 'slug', '$like'], value: 'something long' },
    { key: ['sort'], value: 'title:desc' },
    { key: ['pagination', 'pageSize'], value: '5' },
  ],
};

describe('shrinking', () => {
  it('returns the smallest query that still fails', async () => {
    const fails = (query: Query): Promise<boolean> => Promise.resolve(renderQuery(query).includes('like'));
    expect(showQuery(await shrink(long, fails))).toBe('/api/posts?filters[$like]=');
  });

  it('returns a minimal query unchanged', async () => {
    const failing = renderQuery(long);
    const same = await shrink(long, (query) => Promise.resolve(renderQuery(query) === failing));
    expect(same).toEqual(long);
  });

  it('stays within its budget', async () => {
    let tries = 0;
    await shrink(long, () => Promise.resolve((tries += 1) > 0), 7);
    expect(tries).toBeLessThanOrEqual(7);
  });
});
