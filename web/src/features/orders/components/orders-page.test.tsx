// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, recordSavedFiles, showPage } from '../../../testing/show-page.tsx';
import { OrdersPage } from '../routes/orders-page.tsx';

const CHECKOUT_ID = `co_${'a'.repeat(26)}`;
const CUSTOMER = 4;
const LAWYER = 5;

const anOrder = (id: number, attributes: object = {}) => ({
  id,
  attributes: {
    item_id: '3',
    quantity: 2,
    Price: 450,
    checkout_id: CHECKOUT_ID,
    purchase_date: '2026-11-20',
    shipping_date: null,
    delivered_date: null,
    status: 'CONFIRMED',
    bill_number: 'BS/26-27/000001',
    purchase_number: null,
    refunded_amount: 0,
    credit_notes: [],
    item_detail: { Title: `Evidence ${id}`, Price: 450, PrimaryImageId: null },
    paymentDetails: {
      data: {
        payment: [
          {
            order_id: 'order_1',
            amount: 1000,
            billing_name: 'Asha Rao',
            billing_address: '1 Court Road, 682001',
            shipping_name: 'Usha Rao',
            shipping_address: '2 Law Street, 411001',
          },
        ],
      },
    },
    ...attributes,
  },
});

let server: ReturnType<typeof stubServer>;
const respondWith = (orders: object[], pageCount = 1) => {
  server.responses['GET /api/orders'] = () =>
    Response.json({
      data: orders,
      meta: { pagination: { page: 1, pageSize: 25, pageCount, total: orders.length } },
    });
};
beforeEach(() => {
  stubAntdBrowser();
  server = stubServer({});
  respondWith([anOrder(1)]);
});
afterEach(leavePage);

const open = (role = CUSTOMER, path = '/account/orders') => showPage(<OrdersPage />, path).logIn(role);
const row = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
const button = (name: string) => screen.findByRole('button', { name });

describe('My Order', () => {
  it('lists the books that the account bought, with the status and the dates of each', async () => {
    respondWith([anOrder(1, { shipping_date: '2026-11-22', status: 'SHIPPED' })]);
    open();
    const link = await screen.findByRole('link', { name: 'Evidence 1' });
    expect(link.getAttribute('href')).toBe('/catalogs/books/3/evidence-1');
    expect(screen.getByText('2 × ₹450')).toBeTruthy();
    expect([row('Status'), row('Ordered'), row('Shipped')]).toEqual([
      'Shipped',
      '20 Nov 2026',
      '22 Nov 2026',
    ]);
    expect(screen.queryByText('Delivered')).toBeNull();
    expect(server.calls[0]).toMatchObject({
      search: '?filters[user_id][id][$eq]=7&pagination[page]=1&pagination[pageSize]=25',
      authorization: 'Bearer t',
    });
  });

  it('shows the books of a purchase together, with its number, sums and documents once', async () => {
    const shared = { purchase_number: '7KM3QX9TRA', refunded_amount: 450, refund_status: 'partial' };
    const note = { number: 'CN/26-27/000001', date: '2026-11-25', amount: 450 };
    const bought = (id: number) => anOrder(id, { ...shared, credit_notes: [note] });
    const other = anOrder(3, { checkout_id: `co_${'b'.repeat(26)}` });
    respondWith([bought(1), bought(2), other]);
    open();
    await screen.findByRole('link', { name: 'Evidence 2' });
    const [first, second] = screen.getAllByRole('article').map((one) => one.textContent ?? '');
    expect(first).toContain('Order 7KM3QX9TRATotal ₹1,000Refunded ₹450');
    expect(first).toContain('Evidence 2');
    expect(second).not.toContain('Refunded');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getAllByRole('link', { name: /^Track your order/ })).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /^Credit note/ })).toHaveLength(1);
  });

  it.each([
    ['CONFIRMED', 'Confirmed'],
    ['DELIVERED', 'Delivered'],
    ['CANCELLED', 'Cancelled'],
  ])('shows the status %s as %s', async (status, name) => {
    respondWith([anOrder(1, { status })]);
    open();
    await screen.findByText('Status');
    expect(row('Status')).toBe(name);
  });

  it('links the page that follows the purchase', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Track your order of Evidence 1' });
    expect(link.getAttribute('href')).toBe(`/status/${CHECKOUT_ID}`);
  });

  it('opens one detail of an order at a time', async () => {
    open();
    const detailOf = (toggle: HTMLElement) =>
      document.getElementById(toggle.getAttribute('aria-controls') ?? '') as HTMLElement;
    const billing = await button('Billing details of Evidence 1');
    const shipping = await button('Shipping details of Evidence 1');
    const expanded = () => [billing, shipping].map((toggle) => toggle.getAttribute('aria-expanded'));
    expect(expanded()).toEqual(['false', 'false']);
    fireEvent.click(billing);
    expect(within(detailOf(billing)).getByText('1 Court Road, 682001')).toBeTruthy();
    expect(detailOf(billing).hidden).toBe(false);
    fireEvent.click(shipping);
    expect([expanded(), detailOf(billing).hidden, detailOf(shipping).hidden]).toEqual([
      ['false', 'true'],
      true,
      false,
    ]);
    expect(within(detailOf(shipping)).getByText('Usha Rao')).toBeTruthy();
    fireEvent.click(shipping);
    expect(expanded()).toEqual(['false', 'false']);
  });

  it('has pages', async () => {
    respondWith([anOrder(1)], 2);
    open(CUSTOMER, '/account/orders?page=2');
    await screen.findByRole('link', { name: 'Evidence 1' });
    expect(server.calls[0]?.search).toContain('pagination[page]=2');
    const numbers = screen.getByRole('navigation');
    expect(within(numbers).getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe(
      '/account/orders',
    );
  });

  it.each([
    ['there are none', () => respondWith([])],
    ['they cannot be read', () => void (server.responses['GET /api/orders'] = failure(500, 'down'))],
  ])('says No result found when %s', async (_case, arrange) => {
    arrange();
    open();
    expect(await screen.findByText('No result found')).toBeTruthy();
  });

  it('is for customers alone', async () => {
    open(LAWYER);
    await waitFor(() => expect(screen.queryByText(/Loading/)).toBeNull());
    expect(screen.queryByRole('tab', { name: 'My Order' })).toBeNull();
    expect(server.calls).toEqual([]);
  });

  it('leads to Profile Details', async () => {
    open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Profile Details' }));
    await waitFor(() => expect(place()).toBe('/account'));
  });
});

describe('the documents of an order', () => {
  const names = () =>
    screen.queryAllByRole('button', { name: /PDF/ }).map((one) => one.textContent?.split(' (PDF)')[0]);

  it('are its bill of supply, which is saved as a PDF', async () => {
    const files = recordSavedFiles();
    server.responses['GET /api/orders/1/bill-of-supply'] = () => new Response('%PDF-1.7');
    open();
    await press('Bill of supply (PDF) of Evidence 1');
    await expect.poll(() => files).toEqual([{ name: 'bill-of-supply-1.pdf', text: '%PDF-1.7' }]);
    expect(server.calls.at(-1)?.authorization).toBe('Bearer t');
    expect(names()).toEqual(['Bill of supply']);
  });

  it('include the credit note of an order that was cancelled after its bill', async () => {
    const credit_notes = [{ number: 'CN/26-27/000001', date: '2026-11-25', amount: 1_000 }];
    respondWith([anOrder(1, { status: 'CANCELLED', credit_notes })]);
    open();
    await screen.findByText('Cancelled');
    expect(names()).toEqual(['Bill of supply', 'Credit note']);
  });

  it('are none for a purchase that was never supplied', async () => {
    respondWith([anOrder(1, { status: 'CANCELLED', bill_number: null })]);
    open();
    await screen.findByText('Cancelled');
    expect(names()).toEqual([]);
  });

  it('can be asked for again after a failure, which is said', async () => {
    const files = recordSavedFiles();
    server.responses['GET /api/orders/1/bill-of-supply'] = failure(503, 'try again');
    open();
    await press('Bill of supply (PDF) of Evidence 1');
    expect(await screen.findByText('The document could not be fetched. Please try again.')).toBeTruthy();
    expect(files).toEqual([]);
    server.responses['GET /api/orders/1/bill-of-supply'] = () => new Response('%PDF-1.7');
    await press('Bill of supply (PDF) of Evidence 1');
    await expect.poll(() => files.length).toBe(1);
    expect(screen.queryByText(/could not be fetched/)).toBeNull();
  });
});
