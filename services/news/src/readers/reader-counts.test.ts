import { describe, expect, it } from 'vitest';
import type { CountKind } from './reader-count-collection.ts';
import {
  createReaderCounts,
  MAX_NAMES,
  MAX_UNKNOWN_PAGES,
  MAX_WAITING_TEXTS,
  OTHER,
  type Increment,
} from './reader-counts.ts';

const NOW = Date.parse('2026-11-29T12:00:00.000Z');

const sumsOf = (increments: readonly Increment[], kind: CountKind): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { name, by } of increments.filter((one) => one.kind === kind))
    sums[name] = (sums[name] ?? 0) + by;
  return sums;
};

describe('the counts of readers', () => {
  it('have pages, and arrivals by host and source', () => {
    const counts = createReaderCounts(() => NOW);
    counts.addView({
      path: '/',
      isKnown: true,
      arrival: { host: 'google.com', source: 'search engines' },
    });
    counts.addView({ path: '/', isKnown: true });
    counts.addView({ path: '/cart', isKnown: true, arrival: { host: null, source: 'direct' } });
    const taken = counts.take();
    expect(sumsOf(taken, 'total')).toEqual({ pages: 3, arrivals: 2 });
    expect(sumsOf(taken, 'page')).toEqual({ '/': 2, '/cart': 1 });
    expect(sumsOf(taken, 'referrer')).toEqual({ 'google.com': 1 });
    expect(sumsOf(taken, 'source')).toEqual({ 'search engines': 1, direct: 1 });
    expect(counts.take()).toEqual([]);
  });

  it('belong to the day in India', () => {
    let now = Date.parse('2026-11-29T18:29:00.000Z');
    const counts = createReaderCounts(() => now);
    counts.addView({ path: '/', isKnown: true });
    now += 60_000;
    counts.addView({ path: '/', isKnown: true });
    expect(counts.take().map(({ day, name }) => [day, name])).toEqual([
      ['2026-11-29', 'pages'],
      ['2026-11-29', '/'],
      ['2026-11-30', 'pages'],
      ['2026-11-30', '/'],
    ]);
  });

  it('name a search when three addresses have made it, with all that were made before', () => {
    const counts = createReaderCounts(() => NOW);
    const search = (address: string) => counts.addSearch({ text: 'bail', isEmpty: true, address });
    search('1.1.1.1');
    search('1.1.1.1');
    search('2.2.2.2');
    expect(sumsOf(counts.take(), 'search')).toEqual({ [OTHER]: 3 });
    search('3.3.3.3');
    const taken = counts.take();
    expect(sumsOf(taken, 'search')).toEqual({ [OTHER]: -3, bail: 4 });
    expect(sumsOf(taken, 'empty-search')).toEqual({ [OTHER]: -3, bail: 4 });
    search('1.1.1.1');
    expect(sumsOf(counts.take(), 'search')).toEqual({ bail: 1 });
  });

  it('name no search that may be about a person, and count it', () => {
    const counts = createReaderCounts(() => NOW);
    for (const address of ['1', '2', '3', '4']) counts.addSearch({ text: null, isEmpty: true, address });
    const taken = counts.take();
    expect(sumsOf(taken, 'total')).toEqual({ searches: 4, empty_searches: 4 });
    expect(sumsOf(taken, 'search')).toEqual({ [OTHER]: 4 });
  });

  it('begin each day with no reader known', () => {
    let now = NOW;
    const counts = createReaderCounts(() => now);
    const search = (address: string) => counts.addSearch({ text: 'bail', isEmpty: false, address });
    search('1.1.1.1');
    search('2.2.2.2');
    now += 86_400_000;
    search('3.3.3.3');
    expect(sumsOf(counts.take(), 'search')).toEqual({ [OTHER]: 3 });
  });

  it('stay within their limits, whatever is sent', () => {
    const counts = createReaderCounts(() => NOW);
    const flood = 20_000;
    for (let at = 0; at < flood; at += 1) {
      counts.addView({
        path: `/catalogs/${at}`,
        isKnown: false,
        arrival: { host: `h${at}.example`, source: `s${at}` },
      });
      counts.addSearch({ text: `text ${at}`, isEmpty: true, address: `${at}` });
    }
    const taken = counts.take();
    const most = MAX_UNKNOWN_PAGES + MAX_NAMES.referrer + MAX_NAMES.source;
    expect(taken.length).toBeLessThan(most + 10);
    expect(sumsOf(taken, 'page')[OTHER]).toBe(flood - MAX_UNKNOWN_PAGES);
    expect(sumsOf(taken, 'total')).toMatchObject({ pages: flood, searches: flood });
    // Pages that there are have their own count still.
    counts.addView({ path: '/about', isKnown: true });
    expect(sumsOf(counts.take(), 'page')).toEqual({ '/about': 1 });
  });

  it('name a search that three readers make in the middle of a flood', () => {
    const counts = createReaderCounts(() => NOW);
    for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      counts.addSearch({ text: 'bail', isEmpty: false, address });
      for (let at = 0; at < MAX_WAITING_TEXTS - 1; at += 1)
        counts.addSearch({ text: `${address} ${at}`, isEmpty: false, address: '9.9.9.9' });
    }
    expect(sumsOf(counts.take(), 'search')['bail']).toBe(3);
  });

  it('add again what could not be stored', () => {
    const counts = createReaderCounts(() => NOW);
    counts.addView({ path: '/', isKnown: true });
    counts.putBack(counts.take());
    counts.addView({ path: '/', isKnown: true });
    expect(sumsOf(counts.take(), 'page')).toEqual({ '/': 2 });
  });

  it('know the names that another process has stored', () => {
    const counts = createReaderCounts(() => NOW);
    counts.noteStored('2026-11-29', [{ kind: 'search', name: 'bail' }]);
    counts.addSearch({ text: 'bail', isEmpty: false, address: '1.1.1.1' });
    expect(sumsOf(counts.take(), 'search')).toEqual({ bail: 1 });
  });
});
