// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { tagChoices } from '../newsroom/tag-choices.ts';
import { RecordSelect } from './record-select.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const TAGS = ['Arrest', 'Bail', 'Bail bonds'].map((name, index) => ({
  id: index + 1,
  attributes: { name, slug: name.toLowerCase().replace(' ', '-') },
}));

it('takes by Enter what was typed, also before the server has found it', async () => {
  const searched = Promise.withResolvers<void>();
  stubServer({
    'GET /api/tags': async (request) => {
      const isSearch = new URL(request.url).search.includes('search');
      if (isSearch) await searched.promise;
      const data = isSearch ? [{ id: 9, attributes: { name: 'Zoning', slug: 'zoning' } }] : TAGS;
      return Response.json({ data, meta: { pagination: { total: data.length } } });
    },
  });
  const onChange = vi.fn<(value: number | null) => void>();
  showPage(<RecordSelect of={tagChoices} aria-label="Tag" onChange={onChange} />, '/console/tags').logIn(11);
  const box = screen.getByRole('combobox', { name: 'Tag' });
  fireEvent.mouseDown(box);
  await screen.findByTitle('Arrest');
  fireEvent.change(box, { target: { value: 'Zoning' } });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  expect(onChange).not.toHaveBeenCalled();
  await act(async () => searched.resolve());
  await screen.findByTitle('Zoning');
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(onChange.mock.calls.map(([value]) => value)).toEqual([9]));
});
