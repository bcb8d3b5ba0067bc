// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ArticleClient } from './article-client.ts';
import { AuthorField } from './author-field.tsx';

afterEach(cleanup);

const client = {
  colleagues: async () => [
    { id: 1, name: 'Meena Rao', desks: [] },
    { id: 2, name: 'Arvind Nair', desks: [] },
  ],
  searchGuests: async () => [{ id: 5, name: 'Ira Sen' }],
} as unknown as ArticleClient;

const show = (mayChoose: boolean) => {
  const handleChange = vi.fn();
  render(
    <AuthorField
      client={client}
      user={1}
      mayChoose={mayChoose}
      chosen={{ user: 1, guest_author: null }}
      stored={null}
      error={null}
      onChange={handleChange}
    />,
  );
  return handleChange;
};

it('finds a guest by typing, and takes the account away', async () => {
  const handleChange = show(true);
  expect(await screen.findByDisplayValue('Meena Rao')).toBeDefined();
  const field = screen.getByRole('combobox', { name: 'Author' });
  fireEvent.change(field, { target: { value: 'ira' } });
  await screen.findByRole('option', { name: 'Ira Sen (guest)' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(handleChange).toHaveBeenCalledWith({ user: null, guest_author: 5 });
});

it('offers nobody else to somebody who may not publish', async () => {
  show(false);
  expect(await screen.findByDisplayValue('Meena Rao')).toBeDefined();
  fireEvent.click(screen.getByRole('combobox', { name: 'Author' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'No name',
    'Meena Rao',
  ]);
});
