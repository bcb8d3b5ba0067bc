// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSaved, subscribeSaved, toggleSaved } from './saved-articles.ts';

const report = { path: '/gst/a', title: 'A', date: '2026-11-20T04:30:00.000Z' };
const other = { ...report, path: '/gst/b', title: 'B' };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('saved articles', () => {
  it('keeps the newest first and takes one away again', () => {
    expect(toggleSaved(report)).toBe(true);
    expect(toggleSaved(other)).toBe(true);
    expect(readSaved()).toEqual([other, report]);
    expect(toggleSaved(other)).toBe(false);
    expect(readSaved()).toEqual([report]);
  });
  it('is the same value until something changes', () => {
    toggleSaved(report);
    expect(readSaved()).toBe(readSaved());
  });
  it('tells those who listen, until they stop', () => {
    const listener = vi.fn();
    const stop = subscribeSaved(listener);
    toggleSaved(report);
    stop();
    toggleSaved(report);
    expect(listener).toHaveBeenCalledTimes(1);
  });
  it.each(['{', '7', '[1,{"path":"//evil.example","title":"x","date":""}]', '[{"path":"javascript:x"}]'])(
    'takes nothing from a storage that holds %s',
    (text) => {
      localStorage.setItem('vidhi.saved', text);
      expect(readSaved()).toEqual([]);
    },
  );
  it('says that nothing was saved where storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect(toggleSaved(report)).toBe(false);
  });
});
