// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { createEditor } from './create-editor.ts';
import { PictureDialog } from './picture-dialog.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

it('inserts a picture of the library with its size, and with its texts where nothing was typed', async () => {
  const holder = document.createElement('div');
  const { editor, toHtml } = createEditor({
    html: '<p>Before</p>',
    label: 'Text',
    placeholder: '',
    element: holder,
    onPictures: () => undefined,
    onLostPictures: () => undefined,
    onLink: () => undefined,
    onDetails: () => undefined,
  });
  const picture = {
    id: 7,
    name: 'court.png',
    url: '/uploads/court_1.png',
    alternativeText: 'The court at dusk',
    caption: 'Of the library',
    credit: 'PTI',
    width: 1600,
    height: 900,
  };
  const pictures = { upload: vi.fn(), search: async () => ({ files: [picture], total: 1 }) };
  const handleClose = vi.fn();
  render(
    <PictureDialog editor={editor} target={null} file={null} pictures={pictures} onClose={handleClose} />,
  );
  await type('Caption', 'Mumbai');
  await press('Choose from the library');
  fireEvent.click(await screen.findByRole('button', { name: 'The court at dusk' }));
  await press('Insert');
  await vi.waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect(toHtml()).toContain(
    '<img src="/uploads/court_1.png" alt="The court at dusk" width="1600" height="900"',
  );
  expect(toHtml()).toContain('<figcaption>Mumbai · PTI</figcaption>');
  expect(pictures.upload).not.toHaveBeenCalled();
  editor.destroy();
});
