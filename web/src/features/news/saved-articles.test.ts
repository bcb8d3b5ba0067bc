// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSaved, subscribeSaved, toggleSaved } from './saved-articles.ts';

const report = { path: '/gst/a', title: 'A', date: '2026-11-20T04:30:00.000Z' };
const other = { ...report, path: '/gst/b', title: 'B' };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('saved articles', () => {
  it('lists the newest first and removes one that is toggled again', () => {
    expect(toggleSaved(report)).toBe(true);
    expect(toggleSaved(other)).toBe(true);
    expect(readSaved()).toEqual([other, report]);
    expect(toggleSaved(other)).toBe(false);
    expect(readSaved()).toEqual([report]);
  });
  it('returns the same array until they change', () => {
    toggleSaved(report);
    expect(readSaved()).toBe(readSaved());
  });
  it('notifies subscribers until they unsubscribe', () => {
    const listener = vi.fn();
    const stop = subscribeSaved(listener);
    toggleSaved(report);
    stop();
    toggleSaved(report);
    expect(listener).toHaveBeenCalledTimes(1);
  });
  it.each(['{', '7', '[1,{"path":"//evil.example","title":"x","date":""}]', '[{"path":"javascript:x"}]'])(
    'ignores the invalid storage value %s',
    (text) => {
      localStorage.setItem('vidhi.saved', text);
      expect(readSaved()).toEqual([]);
    },
  );
  it('returns false where storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect(toggleSaved(report)).toBe(false);
  });
});
