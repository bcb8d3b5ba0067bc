// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { readSavedTarget, saveTarget } from './saved-target.ts';

const KEY = 'vidhi.target';
const NOW = 1_800_000_000_000;

afterEach(() => localStorage.clear());

it('returns the target that was saved last, as long as a mailed link is valid', () => {
  saveTarget('/saved?page=2#top', NOW);
  expect(readSavedTarget(NOW + 1_799_999)).toBe('/saved?page=2#top');
  expect(readSavedTarget(NOW + 1_800_000)).toBe('/');
});

it('removes the former target when there is none', () => {
  saveTarget('/saved', NOW);
  saveTarget('/', NOW);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(readSavedTarget(NOW)).toBe('/');
});

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/login?next=%2Fa', 'saved'])(
  'neither saves nor returns %s',
  (target) => {
    saveTarget(target, NOW);
    expect(localStorage.getItem(KEY)).toBeNull();
    localStorage.setItem(KEY, `${NOW + 1} ${target}`);
    expect(readSavedTarget(NOW)).toBe('/');
  },
);

it.each(['', 'x /saved', '/saved', `${'9'.repeat(400)} /saved`])('ignores the stored text "%s"', (text) => {
  localStorage.setItem(KEY, text);
  expect(readSavedTarget(NOW)).toBe('/');
});
