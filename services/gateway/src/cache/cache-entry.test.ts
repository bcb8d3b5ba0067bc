import { describe, expect, it } from 'vitest';
import { aCacheEntry } from './cache-entry-builder.ts';
import { namesTag, reusabilityOf } from './cache-entry.ts';
import { createFreshness, parsePosition } from './freshness.ts';

const following = () => createFreshness({ isLive: () => true });

describe('reusabilityOf', () => {
  it('is fresh, then stale, then expired', () => {
    const freshness = following();
    const response = aCacheEntry();
    expect([1_000, 2_999, 3_000, 5_999, 6_000].map((now) => reusabilityOf(response, freshness, now))).toEqual(
      ['fresh', 'fresh', 'stale', 'stale', 'expired'],
    );
  });

  it('is invalidated by an event after its data position, and not by one before', () => {
    const freshness = following();
    freshness.reportEvent('news.posts', 10);
    expect(reusabilityOf(aCacheEntry(), freshness, 1_000)).toBe('expired');
    const newer = aCacheEntry({ position: new Map([['news.posts', 11]]) });
    expect(reusabilityOf(newer, freshness, 1_000)).toBe('fresh');
  });

  it('ignores events of topics that the route does not depend on', () => {
    const freshness = following();
    freshness.reportEvent('catalog.media', 99);
    expect(reusabilityOf(aCacheEntry(), freshness, 1_000)).toBe('fresh');
  });

  it('is invalidated without data position by the first event after its request', () => {
    const freshness = following();
    const response = aCacheEntry({ position: new Map() });
    expect(reusabilityOf(response, freshness, 1_000)).toBe('fresh');
    freshness.reportEvent('news.posts', 10);
    expect(reusabilityOf(response, freshness, 1_000)).toBe('expired');
  });

  it('lives for less than a second without data position', () => {
    const response = aCacheEntry({ position: new Map() });
    expect([1_899, 1_900].map((now) => reusabilityOf(response, following(), now))).toEqual([
      'fresh',
      'expired',
    ]);
  });

  it('lives for less than a second while no events arrive', () => {
    const unavailable = createFreshness({ isLive: () => false });
    expect([1_899, 1_900].map((now) => reusabilityOf(aCacheEntry(), unavailable, now))).toEqual([
      'fresh',
      'expired',
    ]);
  });

  it('accepts a recreated topic whose offsets start at zero', () => {
    const freshness = following();
    freshness.require('news.posts', 500);
    freshness.require('news.posts', 1);
    const response = aCacheEntry({ position: new Map([['news.posts', 1]]) });
    expect(reusabilityOf(response, freshness, 1_000)).toBe('fresh');
  });
});

describe('parsePosition', () => {
  it('parses offsets by topic and skips malformed parts', () => {
    expect([...parsePosition('news.posts=123; news.site=45;bad;x=-1')]).toEqual([
      ['news.posts', 123],
      ['news.site', 45],
    ]);
    expect(parsePosition(undefined).size).toBe(0);
  });
});

describe('namesTag', () => {
  it.each(['"abc"', 'W/"abc"', '"x", "abc-br"', '"abc-gz"', '*'])('finds abc in %s', (header) => {
    expect(namesTag(header, 'abc')).toBe(true);
  });
  it.each(['"abcd"', 'abc', '"ab"', '"abc-xx"', ''])('does not find abc in %j', (header) => {
    expect(namesTag(header, 'abc')).toBe(false);
  });
});
