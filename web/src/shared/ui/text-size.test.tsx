// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextSizeSwitch } from './text-size.tsx';

afterEach(cleanup);

it('the sizes of a text keep their order and signs beside a text from right to left', () => {
  render(
    <article dir="rtl" lang="ur">
      <TextSizeSwitch />
    </article>,
  );
  expect(screen.getByRole('group', { name: 'Text size' }).dir).toBe('ltr');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['A−', 'A', 'A+']);
});
