// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearSearches,
  saveSearch,
  readSearches,
  removeSearch,
  subscribeSearches,
} from './recent-searches.ts';

beforeEach(() => localStorage.clear());

describe('recent searches', () => {
  it('are the newest five, each once', () => {
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', ' Two ']) saveSearch(text);
    expect(readSearches()).toEqual(['Two', 'six', 'five', 'four', 'three']);
  });
  it('ignore invalid searches', () => {
    saveSearch('  ');
    saveSearch('x'.repeat(201));
    expect(readSearches()).toEqual([]);
  });
  it('can be removed one by one and all at once', () => {
    for (const text of ['one', 'two', 'three']) saveSearch(text);
    removeSearch('two');
    expect(readSearches()).toEqual(['three', 'one']);
    clearSearches();
    expect(readSearches()).toEqual([]);
    expect(localStorage.getItem('vidhi.searches')).toBeNull();
  });
  it('ignore an invalid value in the storage', () => {
    for (const text of ['{', '7', '[1,null,"bail"]']) {
      localStorage.setItem('vidhi.searches', text);
      expect(readSearches()).toEqual(text.includes('bail') ? ['bail'] : []);
    }
  });
  it('notify subscribers', () => {
    let notified = 0;
    const stop = subscribeSearches(() => (notified += 1));
    saveSearch('bail');
    stop();
    saveSearch('costs');
    expect(notified).toBe(1);
  });
});
