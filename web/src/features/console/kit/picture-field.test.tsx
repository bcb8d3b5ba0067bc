// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { PictureField } from './picture-field.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const ALTERNATIVE = 'What the picture shows, for people who cannot see it: Cover';

it('uploads a picture with what it shows, which says nothing about the next one', async () => {
  const server = stubServer({ 'POST /api/upload': () => Response.json([{ id: 7, url: '/uploads/7.png' }]) });
  const onChange = vi.fn<(value: number | null) => void>();
  const { container, logIn } = showPage(
    <PictureField label="Cover" onChange={onChange} />,
    '/console/books/new',
  );
  logIn(11);
  await press('Choose a picture: Cover');
  await screen.findByText('Please say what the picture shows, in three letters or more');
  await type(ALTERNATIVE, 'A blue cover');
  const input = container.querySelector('input[type=file]');
  if (input === null) throw new Error('the field takes no file');
  fireEvent.change(input, { target: { files: [new File(['x'], 'cover.png', { type: 'image/png' })] } });
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(7));
  expect(server.calls.map(({ call }) => call)).toEqual(['POST /api/upload']);
  expect(screen.getByLabelText<HTMLInputElement>(ALTERNATIVE).value).toBe('');
});
