// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage } from '../../../testing/show-page.tsx';
import { LinkDialog } from './link-dialog.tsx';

beforeAll(stubDialogs);
afterEach(leavePage);

it('links the article whose words were typed, also before the response to the last letters', async () => {
  const insertContent = vi.fn(() => ({ run: () => true }));
  const editor = {
    getAttributes: () => ({}),
    state: { selection: { empty: true } },
    chain: () => ({ insertContent }),
    commands: { focus: () => true },
  } as unknown as Editor;
  const article = (id: number, title: string) => ({ id, title, path: `/${title}`, isPublished: true });
  const search = async (words: string) => [article(words.length, words === 'bail' ? 'tax' : 'bail-order')];
  render(<LinkDialog editor={editor} search={search} onClose={() => undefined} />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'bail' } });
  await screen.findByText('tax');
  fireEvent.change(field, { target: { value: 'bail order' } });
  expect(screen.queryByText('tax')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Link' }));
  await waitFor(() =>
    expect(insertContent).toHaveBeenCalledWith(
      expect.objectContaining({ marks: [{ type: 'a', attrs: { href: '/bail-order' } }] }),
    ),
  );
});
