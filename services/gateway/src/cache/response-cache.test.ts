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
  it('never holds more bytes than it may', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 500; index += 1) {
      cache.set(named(`/${index}`, (index * 37) % 1_500));
      expect(cache.bytes).toBeLessThanOrEqual(ROOM_FOR_TEN);
    }
    expect(cache.size).toBeGreaterThan(5);
  });

  it('keeps what is read often through a crawl of everything else', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/home'));
    for (let index = 0; index < 200; index += 1) {
      cache.get('/home');
      cache.set(named(`/${index}`));
    }
    expect(cache.get('/home')).toBeDefined();
    expect(cache.get('/0')).toBeUndefined();
  });

  it('makes room when everything was read', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 10; index += 1) cache.set(named(`/${index}`));
    for (let index = 0; index < 10; index += 1) cache.get(`/${index}`);
    cache.set(named('/new'));
    expect(cache.get('/new')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(ROOM_FOR_TEN);
  });

  it('does not keep what would push out most of the rest', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/large', 20_000));
    expect(cache.get('/large')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('replaces an answer in place and counts its bytes once', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/a', 100));
    const newer = named('/a', 500);
    cache.set(newer);
    expect(cache.get('/a')).toBe(newer);
    expect([cache.size, cache.bytes]).toEqual([1, 2_550]);
  });

  it('finds another alias until the answer goes', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    cache.set(named('/a?x=[1]'));
    cache.addAlias('/a?x=[1]', '/a?x=%5B1%5D');
    expect(cache.get('/a?x=%5B1%5D')?.key).toBe('/a?x=[1]');
    cache.delete('/a?x=[1]');
    expect(cache.get('/a?x=%5B1%5D')).toBeUndefined();
  });

  it('counts addresses, which may be longer than their answers', () => {
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

  it('counts an answer again that has grown, and is empty after clearing', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    const answer = named('/a', 100);
    cache.set(answer);
    answer.variants.br = { pieces: [Buffer.alloc(50)], headers: [], notModifiedHeaders: [] };
    cache.recount('/a');
    expect(cache.bytes).toBe(2_200);
    cache.clear();
    expect([cache.size, cache.bytes, cache.get('/a')]).toEqual([0, 0, undefined]);
  });

  it('wants anything while there is room, and then only what is asked for again', () => {
    const cache = new ResponseCache(ROOM_FOR_TEN);
    for (let index = 0; index < 10; index += 1) {
      expect(cache.admits(`/${index}`, 1_000)).toBe(true);
      cache.set(named(`/${index}`));
    }
    expect([cache.admits('/new', 1_000), cache.admits('/other', 1_000)]).toEqual([false, false]);
    expect([cache.admits('/new', 1_000), cache.admits('/3', 1_000)]).toEqual([true, true]);
  });

  it('never wants what would push out most of the rest', () => {
    expect(new ResponseCache(ROOM_FOR_TEN).admits('/large', 20_000)).toBe(false);
  });
});
