// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { PicturesField } from './pictures-field.tsx';

const aPicture = (id: number, name: string) => ({
  id,
  name,
  mime: 'image/png',
  alternativeText: null,
  url: `/uploads/${name}`,
  formats: null,
  duplicates: [],
});

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

it('takes pictures of the library in an order that can be changed, each once', async () => {
  const stored = [aPicture(7, 'front.png'), aPicture(8, 'back.png')];
  stubServer({
    'GET /api/upload/library': () =>
      Response.json({ data: stored, meta: { pagination: { total: 2 }, folders: [] } }),
    'GET /api/upload/files/7': () => Response.json(stored[0]),
    'GET /api/upload/files/8': () => Response.json(stored[1]),
  });
  const changes: number[][] = [];
  const chosen = () => changes.at(-1);
  function Gallery() {
    const [value, setValue] = useState<readonly number[]>([]);
    const change = (ids: number[]): void => {
      changes.push(ids);
      setValue(ids);
    };
    return <PicturesField value={value} onChange={change} />;
  }
  showPage(<Gallery />, '/console/books/new').logIn(11);
  const add = async (name: string, ids: number[]) => {
    await press('From the library');
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(chosen()).toEqual(ids));
  };
  await add('front.png', [7]);
  await add('back.png', [7, 8]);
  await press('From the library');
  fireEvent.click(await screen.findByRole('button', { name: 'back.png' }));
  expect(chosen()).toEqual([7, 8]);
  await press('Picture 2 to the front');
  expect(chosen()).toEqual([8, 7]);
  await press('Remove picture 1');
  expect(chosen()).toEqual([7]);
});
