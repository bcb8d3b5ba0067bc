import { expect, it } from 'vitest';
import { createPositionMerger } from './data-position.ts';

it('merges positions to the lowest offset of each topic', () => {
  const merger = createPositionMerger();
  merger.add('news.posts=12; news.site=4');
  merger.add('news.posts=9;catalog.media=7');
  merger.add('');
  merger.add('news.site=x;=3;news.posts=');
  expect(merger.format()).toBe('news.posts=9;news.site=4;catalog.media=7');
});

it('formats an empty text when no response had a position', () => {
  expect(createPositionMerger().format()).toBe('');
});
