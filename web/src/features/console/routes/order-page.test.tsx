// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, press, recordSavedFiles, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { OrderPage } from './order-page.tsx';

beforeAll(addConsolePages);
afterEach(leavePage);

const ADDRESS = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@rao.example',
  address: '1 Court Road',
  pincode: '682001',
};
const RETURN = {
  id: 1,
  kind: 'return' as const,
  lines: [{ id: 31, copies: 2 }],
  reason: 'Torn',
  state: 'accepted' as const,
  at: '2026-03-14T04:30:00.000Z',
  decided_at: '2026-03-14T05:30:00.000Z',
  reply: null,
  is_refunded: false,
};
const SETTLED: DeskPurchase['refunds'][number] = {
  id: 'failed0123',
  origin: 'shop',
  state: 'FAILED',
  failure: 'returned',
  amount_paise: 45_000,
  lines: [],
  shipping_paise: 0,
  reason: 'Torn',
  restock: false,
  at: '2026-03-14T04:30:00.000Z',
  by: 11,
  provider_id: null,
  settled: { at: '2026-03-15T04:30:00.000Z', by: 11, reason: 'By bank transfer' },
};
const AN_ORDER: DeskPurchase = {
  id: 'pu_1',
  purchase_number: '7KM3QX9TRA',
  bill_number: 'BS/25-26/000123',
  created_at: '2026-03-12T04:30:00.000Z',
  buyer: { name: ADDRESS.name, city: null, user_id: null },
  copies: 3,
  total_paise: 145_000,
  refunded_paise: 0,
  status: 'unshipped',
  refund: 'none',
  has_problem: false,
  has_request: false,
  needs_address: false,
  tags: ['gift'],
  by_hand: null,
  checkout_id: 'co_1',
  payment_id: 'pay_1',
  order_id: 'order_1',
  cancelled_for: null,
  lines: [
    {
      id: 31,
      book_id: 7,
      title: 'Evidence',
      quantity: 3,
      isbn: null,
      picture_url: null,
      list_paise: 50_000,
      unit_paise: 45_000,
      shipping_date: null,
      delivered_date: null,
      refunded_copies: 0,
      can_ship: true,
    },
  ],
  shipping_paise: 10_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  status_path: '/status/co_1',
  credit_notes: [],
  disputes: [],
  shipments: [],
  packed_at: null,
  notes: [],
  requests: [],
  refunds: [],
  left_paise: 145_000,
  may_refund_paise: 145_000,
  payment_method: 'upi',
  mails: [],
  timeline: [],
  missing: [],
};

let server: ReturnType<typeof stubServer>;
let order: DeskPurchase;
beforeEach(() => {
  stubAntdBrowser();
  order = AN_ORDER;
  server = stubServer({ 'GET /api/purchases/pu_1': () => Response.json({ data: order }) });
});

async function open(): Promise<void> {
  openConsolePage(<OrderPage />, '/console/orders/:id', '/console/orders/pu_1');
  await screen.findByRole('heading', { level: 1, name: 'Order 7KM3QX9TRA' });
}
const sent = () => server.calls.filter(({ call }) => !call.startsWith('GET')).map(({ body }) => body);

describe('the page of an order', () => {
  it('saves each of several tags that are typed one after the other', async () => {
    const responses = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    let puts = 0;
    server.responses['PUT /api/purchases/pu_1/tags'] = () => {
      puts += 1;
      return responses[puts - 1]?.promise ?? Response.error();
    };
    await open();
    const section = screen.getByRole('region', { name: 'Tags' });
    const field = within(section).getByRole('combobox');
    const add = (tag: string): void => {
      fireEvent.change(field, { target: { value: `${tag},` } });
    };
    add('Phone');
    await within(section).findByText('phone');
    add('urgent');
    await within(section).findByText('urgent');
    responses[0]?.resolve(Response.json({ data: { id: 'pu_1' } }));
    await expect.poll(() => puts).toBe(2);
    order = { ...AN_ORDER, tags: ['gift', 'phone', 'urgent'] };
    responses[1]?.resolve(Response.json({ data: { id: 'pu_1' } }));
    expect(sent()).toEqual([
      { data: { tags: ['gift', 'phone'] } },
      { data: { tags: ['gift', 'phone', 'urgent'] } },
    ]);
    expect(within(section).getByText('gift')).toBeTruthy();
  });

  it('offers no cancellation that would return again what was paid back another way', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeTruthy();
    leavePage();
    stubAntdBrowser();
    order = { ...AN_ORDER, refunds: [SETTLED] };
    server = stubServer({ 'GET /api/purchases/pu_1': () => Response.json({ data: order }) });
    await open();
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  it('says what is missing until a parcel or a refund can be sent', async () => {
    await open();
    await press('Ship');
    expect(await missingFor('Ship and mail the buyer')).toMatch(/carrier/);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Evidence, 3 copies' }));
    expect(await missingFor('Ship and mail the buyer')).toMatch(/Tick the books/);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Evidence, 3 copies' }));
    await type('Carrier', 'India Post');
    expect(await missingFor('Ship and mail the buyer')).toBeNull();
    await press('Refund');
    expect(await missingFor('Refund ₹0.00')).toBe('Choose copies, shipping or an amount.');
  });

  it('prints the label of its parcel', async () => {
    const files = recordSavedFiles();
    server.responses['POST /api/address-labels'] = () => new Response('%PDF-');
    await open();
    await press('Label');
    await expect.poll(() => files[0]?.name).toBe('address-labels.pdf');
    expect(sent()).toEqual([{ data: { ids: ['pu_1'] } }]);
  });

  it('names an accepted return as its next step, until its copies are refunded', async () => {
    const [line] = AN_ORDER.lines;
    if (line === undefined) throw new Error('an order has a line');
    const lines = [{ ...line, shipping_date: '2026-03-13', can_ship: false, refunded_copies: 2 }];
    order = { ...AN_ORDER, status: 'shipped', lines, requests: [RETURN] };
    await open();
    await screen.findByText('You have accepted a return: refund it when the books are back.');
    await press('The books are back: refund');
    const copies = await screen.findByLabelText<HTMLInputElement>('Copies of Evidence to refund');
    expect(copies.value).toBe('1');
    leavePage();
    stubAntdBrowser();
    order = { ...order, requests: [{ ...RETURN, is_refunded: true }] };
    server = stubServer({ 'GET /api/purchases/pu_1': () => Response.json({ data: order }) });
    await open();
    expect(screen.queryByText(/You have accepted a return/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'The books are back: refund' })).toBeNull();
  });
});
