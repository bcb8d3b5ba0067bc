import { describe, expect, it } from 'vitest';
import { aCacheEntry } from './cache-entry-builder.ts';
import { namesTag, reusabilityOf } from './cache-entry.ts';
import { createFreshness, parsePosition } from './freshness.ts';

const following = () => createFreshness({ isLive: () => true });

describe('reusabilityOf', () => {
  it('lets an answer age from fresh to stale to dead', () => {
    const freshness = following();
    const answer = aCacheEntry();
    expect([1_000, 2_999, 3_000, 5_999, 6_000].map((now) => reusabilityOf(answer, freshness, now))).toEqual([
      'fresh',
      'fresh',
      'stale',
      'stale',
      'expired',
    ]);
  });

  it('drops an answer whose data stops before an event, and keeps one that has seen it', () => {
    const freshness = following();
    freshness.reportEvent('news.posts', 10);
    expect(reusabilityOf(aCacheEntry(), freshness, 1_000)).toBe('expired');
    const newer = aCacheEntry({ position: new Map([['news.posts', 11]]) });
    expect(reusabilityOf(newer, freshness, 1_000)).toBe('fresh');
  });

  it('is not moved by events of topics that the route does not depend on', () => {
    const freshness = following();
    freshness.reportEvent('catalog.media', 99);
    expect(reusabilityOf(aCacheEntry(), freshness, 1_000)).toBe('fresh');
  });

  it('drops an answer that does not say its position at the first event after its request', () => {
    const freshness = following();
    const answer = aCacheEntry({ position: new Map() });
    expect(reusabilityOf(answer, freshness, 1_000)).toBe('fresh');
    freshness.reportEvent('news.posts', 10);
    expect(reusabilityOf(answer, freshness, 1_000)).toBe('expired');
  });

  it('keeps an answer without position for less than a second', () => {
    const answer = aCacheEntry({ position: new Map() });
    expect([1_899, 1_900].map((now) => reusabilityOf(answer, following(), now))).toEqual([
      'fresh',
      'expired',
    ]);
  });

  it('keeps any answer for less than a second while events do not reach us', () => {
    const away = createFreshness({ isLive: () => false });
    expect([1_899, 1_900].map((now) => reusabilityOf(aCacheEntry(), away, now))).toEqual([
      'fresh',
      'expired',
    ]);
  });

  it('accepts a topic that was made anew and counts from zero', () => {
    const freshness = following();
    freshness.require('news.posts', 500);
    freshness.require('news.posts', 1);
    const answer = aCacheEntry({ position: new Map([['news.posts', 1]]) });
    expect(reusabilityOf(answer, freshness, 1_000)).toBe('fresh');
  });
});

describe('parsePosition', () => {
  it('reads offsets by topic and leaves out what does not parse', () => {
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
