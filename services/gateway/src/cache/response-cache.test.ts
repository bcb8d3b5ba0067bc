import { describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';
import { aCacheEntry } from './cache-entry-builder.ts';

const named = (key: string, bytes = 1_000) =>
  aCacheEntry({
    key,
    variants: { identity: { pieces: [Buffer.alloc(bytes)], headers: [], notModifiedHeaders: [] } },
  });
/** One entry of `named` costs 1,000, its short address and its overhead of 2,048. */
const ROOM_FOR_TEN = 31_000;

describe('ResponseCache', () => {
  it('never exceeds its capacity in bytes', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 500; index += 1) {
      cache.set(named(`/${index}`, (index * 37) % 1_500));
      expect(cache.bytes).toBeLessThanOrEqual(ROOM_FOR_TEN);
    }
    expect(cache.size).toBeGreaterThan(5);
  });

  it('keeps popular entries during a crawl of all others', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/home'));
    for (let index = 0; index < 200; index += 1) {
      cache.get('/home');
      cache.set(named(`/${index}`));
    }
    expect(cache.get('/home')).toBeDefined();
    expect(cache.get('/0')).toBeUndefined();
  });

  it('evicts when all entries were visited', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 10; index += 1) cache.set(named(`/${index}`));
    for (let index = 0; index < 10; index += 1) cache.get(`/${index}`);
    cache.set(named('/new'));
    expect(cache.get('/new')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(ROOM_FOR_TEN);
  });

  it('does not store an entry that would evict most others', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/large', 20_000));
    expect(cache.get('/large')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('replaces an entry and counts its bytes once', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/a', 100));
    const newer = named('/a', 500);
    cache.set(newer);
    expect(cache.get('/a')).toBe(newer);
    expect([cache.size, cache.bytes]).toEqual([1, 2_550]);
  });

  it('finds an entry by its alias until it is evicted', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/a?x=[1]'));
    cache.addAlias('/a?x=[1]', '/a?x=%5B1%5D');
    expect(cache.get('/a?x=%5B1%5D')?.key).toBe('/a?x=[1]');
    cache.delete('/a?x=[1]');
    expect(cache.get('/a?x=%5B1%5D')).toBeUndefined();
  });

  it('counts URLs, which may be longer than their bodies', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    const long = `/${'x'.repeat(3_000)}`;
    cache.set(named('/a', 0));
    for (let index = 0; index < 10; index += 1) cache.set(named(`${long}${index}`, 0));
    expect(cache.bytes).toBeLessThanOrEqual(ROOM_FOR_TEN);
    expect(cache.size).toBeLessThan(8);
    cache.clear();
    cache.set(named('/a', 0));
    cache.addAlias('/a', '/b');
    cache.addAlias('/a', long);
    expect([cache.bytes, cache.get('/b')?.key, cache.get(long)]).toEqual([2_052, '/a', undefined]);
  });

  it('updates the size of a grown entry, and is empty after clearing', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    const response = named('/a', 100);
    cache.set(response);
    response.variants.br = { pieces: [Buffer.alloc(50)], headers: [], notModifiedHeaders: [] };
    cache.recount('/a');
    expect(cache.bytes).toBe(2_200);
    cache.clear();
    expect([cache.size, cache.bytes, cache.get('/a')]).toEqual([0, 0, undefined]);
  });

  it('admits everything while there is room, then only keys that are requested again', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 10; index += 1) {
      expect(cache.admits(`/${index}`, 1_000)).toBe(true);
      cache.set(named(`/${index}`));
    }
    expect([cache.admits('/new', 1_000), cache.admits('/other', 1_000)]).toEqual([false, false]);
    expect([cache.admits('/new', 1_000), cache.admits('/3', 1_000)]).toEqual([true, true]);
  });

  it('never admits an entry that would evict most others', () => {
    expect(new ResponseCache(ROOM_FOR_TEN).admits('/large', 20_000)).toBe(false);
  });
});
