import { beforeAll, describe, expect, it } from 'vitest';
import { addConsolePages } from '../page-table.ts';
import { menuPageOf, trailOf } from './current-page.ts';

beforeAll(addConsolePages);

describe('the current page of the menu', () => {
  it.each([
    ['/console', '/console'],
    ['/console/posts', '/console/posts'],
    ['/console/posts/41/history', '/console/posts'],
    ['/console/posts/calendar', '/console/posts/calendar'],
    ['/console/books/new', '/console/books'],
    ['/console/security', undefined],
    ['/console/nowhere', undefined],
  ])('of %s is %s', (path, expected) => {
    expect(menuPageOf(path)?.path).toBe(expected);
  });

  it('is not the only page of the trail', () => {
    expect(trailOf('/console/posts/41/history').map(({ page }) => page.title)).toEqual([
      'Today',
      'Articles',
      'Article',
      'History',
    ]);
  });
});
