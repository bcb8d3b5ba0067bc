// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Card } from '../post.ts';
import { Story } from './story.tsx';

afterEach(cleanup);

const card: Card = {
  language: null,
  id: 1,
  title: 'Bail granted',
  slug: 'bail',
  date: '2026-03-14T04:30:00.000Z',
  category: null,
  picture: { url: '/uploads/a.jpg', width: 600, height: 400, alt: '' },
  hasVideo: false,
};

describe('a story whose picture cannot be loaded', () => {
  it.each([
    ['an article', { hasVideo: false }, 'Bail granted'],
    ['a video', { hasVideo: true }, 'Bail granted'],
  ])('shows the title of %s in its place', (_name, more, text) => {
    const { container } = render(<Story card={{ ...card, ...more }} size="card" />);
    const image = container.querySelector('picture img') as Element;
    fireEvent.error(image);
    expect(image.closest('.picture')?.textContent).toBe(text);
    // The headline says the same to screen readers.
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
  });

  it('shows the initial in a small picture', () => {
    const { container } = render(<Story card={card} size="row" />);
    const image = container.querySelector('picture img') as Element;
    fireEvent.error(image);
    expect(image.closest('.picture')?.textContent).toBe('B');
  });
});
