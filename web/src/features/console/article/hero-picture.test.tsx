// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import type { LibraryPicture } from '../dialog/picture-choice.tsx';
import type { ArticleClient } from './article-client.ts';
import { HeroPicture } from './hero-picture.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const COURT: LibraryPicture = {
  id: 7,
  name: 'court.png',
  url: '/uploads/court_1.png',
  alternativeText: 'The court at dusk',
  caption: 'Mumbai',
  width: 1600,
  height: 900,
};

const show = (searchPictures: ArticleClient['searchPictures']) => {
  const handleChange = vi.fn();
  const client = { searchPictures } as ArticleClient;
  render(<HeroPicture client={client} picture={null} onChange={handleChange} />);
  return handleChange;
};

it('is chosen from the library by what it shows', async () => {
  const search = vi.fn<ArticleClient['searchPictures']>(async () => ({ files: [COURT], total: 1 }));
  const handleChange = show(search);
  await press('Add the picture at the top');
  await press('Choose from the library');
  await type('Search pictures', 'dusk');
  fireEvent.click(await screen.findByRole('button', { name: 'The court at dusk' }));
  expect(handleChange.mock.calls).toEqual([
    [{ id: 7, url: '/uploads/court_1.png', alt: 'The court at dusk', caption: 'Mumbai' }],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(search.mock.calls.at(-1)?.[0]).toBe('dusk'));
});

it('keeps what was typed when nothing is chosen from the library', async () => {
  show(async () => null);
  await press('Add the picture at the top');
  await type('Alternative text', 'The court');
  await press('Choose from the library');
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
  await press('Cancel');
  expect(await screen.findByDisplayValue('The court')).toBeDefined();
});

it('shows further pictures of a large library', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...COURT,
    id: at + 1,
    alternativeText: `No. ${at}`,
  }));
  show(async (_words, count) => ({ files: many.slice(0, count), total: many.length }));
  await press('Add the picture at the top');
  await press('Choose from the library');
  await press('Show more');
  expect(await screen.findByRole('button', { name: 'No. 29' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows no more pictures at once than the library lists, and says how to find the others', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    ...COURT,
    id: at + 1,
    alternativeText: `No. ${at}`,
  }));
  const requested: number[] = [];
  show(async (_words, count) => {
    requested.push(count);
    return { files: many.slice(0, Math.min(150, count)), total: many.length };
  });
  await press('Add the picture at the top');
  await press('Choose from the library');
  for (const last of [23, 47, 71, 95, 119, 143]) {
    await screen.findByRole('button', { name: `No. ${last}` });
    await press('Show more');
  }
  await screen.findByText('These are the newest 150. Search for the others.');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(Math.max(...requested)).toBe(150);
});
