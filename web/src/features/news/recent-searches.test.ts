// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearSearches,
  noteSearch,
  readSearches,
  removeSearch,
  subscribeSearches,
} from './recent-searches.ts';

beforeEach(() => localStorage.clear());

describe('recent searches', () => {
  it('are the newest five, each once', () => {
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', ' Two ']) noteSearch(text);
    expect(readSearches()).toEqual(['Two', 'six', 'five', 'four', 'three']);
  });
  it('leave out what is no search', () => {
    noteSearch('  ');
    noteSearch('x'.repeat(201));
    expect(readSearches()).toEqual([]);
  });
  it('are forgotten one by one, and all at once', () => {
    for (const text of ['one', 'two', 'three']) noteSearch(text);
    removeSearch('two');
    expect(readSearches()).toEqual(['three', 'one']);
    clearSearches();
    expect(readSearches()).toEqual([]);
    expect(localStorage.getItem('vidhi.searches')).toBeNull();
  });
  it('survive what others have stored under their name', () => {
    for (const text of ['{', '7', '[1,null,"bail"]']) {
      localStorage.setItem('vidhi.searches', text);
      expect(readSearches()).toEqual(text.includes('bail') ? ['bail'] : []);
    }
  });
  it('tell whoever listens', () => {
    let told = 0;
    const stop = subscribeSearches(() => (told += 1));
    noteSearch('bail');
    stop();
    noteSearch('costs');
    expect(told).toBe(1);
  });
});
