// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, press, showPage } from '../../../testing/show-page.tsx';
import { MoveForm } from '../stock/move-form.tsx';
import type { BookStock } from '../stock/stock-api.ts';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const BOOK: BookStock = {
  id: 7,
  title: 'Evidence',
  isbn: null,
  list_paise: 50_000,
  unit_paise: 45_000,
  received: 5,
  sold: 2,
  held: 0,
  free: 3,
  is_low: true,
  last_move: null,
  moves: [],
};

const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

it('empties the fields of a move that is counted, and leaves what was typed meanwhile', async () => {
  const waiting = Promise.withResolvers<Response>();
  const server = stubServer({ 'POST /api/book-stock/7/moves': () => waiting.promise });
  showPage(
    <NoticesProvider>
      <MoveForm book={BOOK} />
    </NoticesProvider>,
    '/console/stock/7',
  ).logIn(11);
  expect(await missingFor('Move copies')).toBe('Type a number of copies.');
  type('Copies', '50');
  type('Reason', 'Invoice 18');
  await press('Move copies: 53 free afterwards');
  type('Reason', 'Invoice 19');
  waiting.resolve(Response.json({ data: BOOK }));
  await screen.findByText('The copies are counted.');
  expect([valueOf('Copies'), valueOf('Reason')]).toEqual(['', 'Invoice 19']);
  expect(server.calls.map(({ body }) => body)).toEqual([
    { data: { kind: 'received', copies: 50, reason: 'Invoice 18' } },
  ]);
});
