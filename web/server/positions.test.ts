import { expect, it } from 'vitest';
import { createPositions } from './positions.ts';

it('keeps the oldest offset of each topic', () => {
  const positions = createPositions();
  positions.note('news.posts=12; news.site=4');
  positions.note('news.posts=9;catalog.media=7');
  positions.note('');
  positions.note('news.site=x;=3;news.posts=');
  expect(positions.text()).toBe('news.posts=9;news.site=4;catalog.media=7');
});

it('is empty when no answer said where it stood', () => {
  expect(createPositions().text()).toBe('');
});
