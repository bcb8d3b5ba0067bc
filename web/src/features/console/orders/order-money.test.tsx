// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import type { DeskRefund } from '@vidhi/contracts/shop-refunds.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { OrderMoney } from './order-money.tsx';

beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const refund = (id: string, values: Partial<DeskRefund>): DeskRefund => ({
  id,
  origin: 'shop',
  state: 'FAILED',
  failure: 'returned',
  amount_paise: 45_000,
  lines: [],
  shipping_paise: 0,
  reason: 'damaged',
  restock: false,
  at: '2026-11-20T06:00:00.000Z',
  by: 11,
  provider_id: null,
  ...values,
});
const order = (refunds: readonly DeskRefund[], values: object): DeskPurchase =>
  ({
    id: 'pu_1',
    lines: [],
    shipping_paise: 0,
    total_paise: 45_000,
    refunded_paise: 0,
    left_paise: 45_000,
    payment_method: null,
    payment_id: null,
    by_hand: null,
    cancelled_for: null,
    disputes: [],
    refunds,
    ...values,
  }) as unknown as DeskPurchase;

function open(refunds: readonly DeskRefund[], maySettle = true, values: object = {}): void {
  showPage(
    <NoticesProvider>
      <OrderMoney order={order(refunds, values)} maySettle={maySettle} />
    </NoticesProvider>,
    '/console/orders/pu_1',
  ).logIn(11);
}
const buttons = (): HTMLElement[] => screen.queryAllByRole('button', { name: 'Paid back another way' });

it('has failed refunds of the shop noted as paid back another way, with the reason', async () => {
  const server = stubServer({
    'PUT /api/purchases/pu_1/refunds/failed0123/settlement': () => Response.json({ data: {} }),
  });
  open([
    refund('failed0123', { can_settle: true }),
    refund('done012345', { state: 'DONE', failure: null }),
    refund('gone012345', { failure: 'nothing-left' }),
    refund('rfnd_1', { origin: 'provider', reason: null }),
  ]);
  expect(buttons()).toHaveLength(1);
  await press('Paid back another way');
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'By bank transfer' } });
  const confirm = buttons().at(-1);
  if (confirm === undefined) throw new Error('the dialog has a button');
  fireEvent.click(confirm);
  await screen.findByText('Noted: the order needs no attention for this refund.');
  await waitFor(() => expect(server.calls[0]?.body).toEqual({ data: { reason: 'By bank transfer' } }));
});

it('takes a note back that was wrong', async () => {
  const server = stubServer({
    'DELETE /api/purchases/pu_1/refunds/failed0123/settlement': () => Response.json({ data: {} }),
  });
  const settled = { at: '2026-11-21T06:00:00.000Z', by: 11, reason: 'By bank transfer' };
  open([refund('failed0123', { settled })]);
  await press('Undo: ₹450.00 paid back another way');
  await screen.findByText('Taken back: the refund waits for you again.');
  expect(server.calls).toHaveLength(1);
  leavePage();
  open([refund('failed0123', { settled })], false);
  expect(screen.queryByText('Undo')).toBeNull();
});

it('names a refund of a cancellation so', () => {
  const made = refund('rfnd_1', { origin: 'provider', state: 'DONE', failure: null, reason: null });
  open([made]);
  expect(screen.getByText('Made at the provider')).toBeTruthy();
  leavePage();
  open([made], true, { by_hand: { method: 'cash', reference: null }, cancelled_for: 'staff' });
  expect(screen.getByText('Of the cancellation')).toBeTruthy();
});

it('shows what was noted, and no button then or without the desk for it', () => {
  const settled = { at: '2026-11-21T06:00:00.000Z', by: 11, reason: 'By bank transfer' };
  open([refund('failed0123', { settled })]);
  expect(screen.getByText('damaged. Paid back another way: By bank transfer')).toBeTruthy();
  expect(buttons()).toEqual([]);
  leavePage();
  open([refund('failed0123', { can_settle: true })], false);
  expect(buttons()).toEqual([]);
});
