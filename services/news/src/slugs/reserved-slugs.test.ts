import { expect, it } from 'vitest';
import { findSlugProblem } from './reserved-slugs.ts';

it.each(['find-a-lawyer', 'find-a-lawer', 'all-lawers', 'comming-soon', 'api', 'Uploads', '404'])(
  'rejects %s, the path of another page',
  (slug) => {
    expect(findSlugProblem(slug)).toBe('slug is reserved for another page');
  },
);

it.each(['lawyer', 'find-a-', 'an-order-written-by-nobody', 'क़ानून'])('accepts %s', (slug) => {
  expect(findSlugProblem(slug)).toBeNull();
});

it.each(['', '.', '..', 'a/b', 'a b', 'a?b', 'a#b'])('rejects "%s", which is not a path segment', (slug) => {
  expect(findSlugProblem(slug)).toBe('slug must be one segment of an address, without spaces');
});
