// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { HandOrderPage } from './hand-order-page.tsx';

const ADMINISTRATOR = 11;
const BOOK = {
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
};

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const keys: (string | null)[] = [];

function open(save: () => Response) {
  keys.length = 0;
  const server = stubServer({
    'GET /api/book-stock': () =>
      Response.json({
        data: [BOOK],
        meta: { pagination: { page: 1, pageSize: 30, pageCount: 1, total: 1 }, low_copies: 3 },
      }),
    'POST /api/purchases': (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return save();
    },
  });
  const page = (
    <NoticesProvider>
      <ConfirmProvider>
        <HandOrderPage />
      </ConfirmProvider>
    </NoticesProvider>
  );
  showPage(page, '/console/orders/new').logIn(ADMINISTRATOR);
  return () => server.calls.filter(({ call }) => call.startsWith('POST'));
}
async function chooseBook(): Promise<void> {
  fireEvent.mouseDown(screen.getByLabelText('Add a book'));
  fireEvent.click(await screen.findByText(/Evidence, ₹450\.00, 3 free/));
  await screen.findByLabelText('Copies of Evidence');
}
const saved = () => Response.json({ data: { id: 'pu_1', purchase_number: '7KM3QX9TRA' } });

it('writes down books that were handed over, and sends a repeated press under the same key', async () => {
  let calls = 0;
  const sent = open(() => {
    calls += 1;
    return calls === 1
      ? Response.json(
          { error: { status: 503, name: 'ServiceUnavailableError', message: 'Busy' } },
          { status: 503 },
        )
      : saved();
  });
  await chooseBook();
  fireEvent.change(screen.getByLabelText('Copies of Evidence'), { target: { value: '2' } });
  fireEvent.change(screen.getByLabelText('Price of one copy of Evidence in ₹'), {
    target: { value: '399.5' },
  });
  fireEvent.click(screen.getByText('Handed over'));
  fireEvent.change(screen.getByLabelText('Number of the payment'), { target: { value: '402218771234' } });
  fireEvent.change(await screen.findByLabelText('Name on the bill (optional)'), {
    target: { value: 'Asha' },
  });
  const button = screen.getByRole('button', { name: 'Save the order of ₹799.00' });
  fireEvent.click(button);
  await screen.findByText('Busy');
  fireEvent.click(button);
  expect(await screen.findByText('The order is saved.')).toBeTruthy();
  const [first, second] = sent();
  expect(first?.body).toEqual({
    data: {
      channel: 'phone',
      method: 'upi',
      reference: '402218771234',
      lines: [{ book_id: 7, copies: 2, unit_paise: 39_950 }],
      handed_over: true,
      name: 'Asha',
    },
  });
  expect(second?.body).toEqual(first?.body);
  expect(keys[0]).toMatch(/^\S{8,}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('says what is missing, and sends nothing', async () => {
  const sent = open(saved);
  // Also before the fields of the address are filled in.
  expect(await screen.findByText('Next: choose the books.')).toBeTruthy();
  fireEvent.click(screen.getByText('Handed over'));
  fireEvent.click(await screen.findByRole('button', { name: 'Save the order of ₹0.00' }));
  expect(await screen.findByText('Choose the books.')).toBeTruthy();
  await chooseBook();
  fireEvent.change(screen.getByLabelText('Copies of Evidence'), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the order of ₹1,800.00' }));
  expect(await screen.findByText(/Only 3 free copies of Evidence/)).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('asks for the address of an order that is to be sent', async () => {
  const sent = open(saved);
  await chooseBook();
  fireEvent.change(screen.getByLabelText('Number of the payment'), { target: { value: '402218771234' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the order of ₹450.00' }));
  await waitFor(() => expect(screen.getAllByText(/field is required/).length).toBeGreaterThan(0));
  expect(sent()).toEqual([]);
});
