// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionEnded, sessionStarted } from '#shared/session/session-slice.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { apiStore } from '../../../testing/api-store.ts';
import { OrderStatusPage } from '../routes/order-status-page.tsx';
import { StatusPage } from '../routes/status-page.tsx';
import { SuccessPage } from '../routes/success-page.tsx';
import { Pages } from '../../../testing/pages.tsx';
import { ADDRESS, DETAILS, ID, KEY, NUMBER, line, reached } from './order-status-builder.ts';

let status: Record<string, unknown>;
let isFound: boolean;
let isKnown: boolean;
let policies: string[];
let requested: string[];
let posted: unknown[];

let details: Record<string, unknown>;

beforeEach(() => {
  status = { stage: 'mailed', lines: [line()], purchase_number: NUMBER };
  isFound = true;
  isKnown = true;
  details = DETAILS;
  policies = [];
  requested = [];
  posted = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requested.push(`${pathname}${search}`);
    if (pathname === '/api/hosted-pages')
      return Response.json({ data: policies.map((name, id) => ({ id, attributes: { name } })) });
    if (pathname === '/api/order-status')
      return isFound
        ? Response.json({ data: { checkout_id: ID, key: KEY } })
        : Response.json(
            {
              error: {
                status: 404,
                name: 'NotFoundError',
                message: 'No order has this number and email address',
              },
            },
            { status: 404 },
          );
    if (pathname === `/api/order-status/${ID}/address`) {
      const { billingAddress: billing, shippingAddress: shipping } = await request.json();
      details = { ...details, billing, shipping, needs_address: false };
    }
    if (pathname === `/api/order-status/${ID}/requests`) {
      const body = await request.json();
      posted.push(body);
      const { kind, lines, reason } = body.data;
      const at = '2026-03-02T06:30:00.000Z';
      const stored = { id: 1, kind, lines, reason, state: 'open', at, decided_at: null, reply: null };
      details = { ...details, requests: [stored], requestable: [] };
    }
    if (pathname.startsWith('/api/order-status/')) return Response.json({ data: details });
    if (!isKnown)
      return Response.json(
        { error: { status: 404, name: 'NotFoundError', message: 'Not Found' } },
        { status: 404 },
      );
    const help = { email: 'care@vidhi.example', phone: '+91 20 1234 5678' };
    return Response.json({ data: { id: ID, isExpired: false, totalPaise: 59_900, help, ...status } });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
const open = (path: string, store = apiStore()) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Pages
          of={{
            '/success': <SuccessPage />,
            '/status/:checkout': <StatusPage />,
            '/order-status': <OrderStatusPage />,
          }}
        />
      </MemoryRouter>
    </Provider>,
  );

describe('/success', () => {
  it('thanks, asks to check the email, and shows the purchase that its address names', async () => {
    open(`/success?checkout=${ID}&key=${KEY}`);
    expect(screen.getByRole('heading', { name: 'Thank you for Your Purchase!' })).toBeTruthy();
    expect(screen.getByText(/check your email for the confirmation/)).toBeTruthy();
    expect(await reached()).toEqual(['Ordered', 'Paid']);
    expect(await screen.findByText('Ravi Rao')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Track your order' });
    expect(link.getAttribute('href')).toBe(`/status/${ID}?key=${KEY}`);
  });

  it('names the registered email to members, and the address of the order to guests', () => {
    const user = { id: 7, name: 'Asha Rao' };
    const member = apiStore();
    member.dispatch(sessionStarted({ user, role: null, expiresAt: null }));
    open('/success', member);
    expect(screen.getByText('Please check your registered email for the confirmation.')).toBeTruthy();
    cleanup();
    const guest = apiStore();
    guest.dispatch(sessionEnded());
    open('/success', guest);
    expect(screen.getByText(/It goes to the address that you gave with your order/)).toBeTruthy();
    expect(screen.queryByText(/registered/)).toBeNull();
  });

  it.each([`${ID}.${KEY}`, ID])('shows the last purchase of the browser: %s', async (stored) => {
    localStorage.setItem('vidhi.purchase', stored);
    open('/success');
    expect(await reached()).toEqual(['Ordered', 'Paid']);
    expect(requested.some((path) => path === `/api/order-status/${ID}?key=${KEY}`)).toBe(stored !== ID);
  });

  it('thanks all the same where none is known', () => {
    open('/success?checkout=../../x');
    expect(screen.getByRole('heading', { name: 'Thank you for Your Purchase!' })).toBeTruthy();
    expect(requested).toEqual([]);
  });
});

describe('/status', () => {
  it.each([
    ['reserved', ['Ordered']],
    ['paid', ['Ordered', 'Paid']],
    ['confirmed', ['Ordered', 'Paid']],
    ['mailed', ['Ordered', 'Paid']],
    ['shipped', ['Ordered', 'Paid', 'Packed', 'Shipped']],
    ['delivered', ['Ordered', 'Paid', 'Packed', 'Shipped', 'Delivered']],
    ['cancelled', ['Ordered', 'Paid', 'Cancelled']],
    ['refunded', ['Ordered', 'Paid', 'Cancelled', 'Refunded']],
  ])('shows what is done of a purchase that is %s', async (stage, steps) => {
    status['stage'] = stage;
    open(`/status/${ID}`);
    expect(await reached()).toEqual(steps);
    expect(screen.getByText('₹599')).toBeTruthy();
    expect(screen.queryByText('Mailed')).toBeNull();
    const packed = screen.queryByText('The shop has packed your books.');
    expect(packed !== null).toBe(stage === 'shipped' || stage === 'delivered');
    expect(screen.queryByText(/We have not received the payment yet/) !== null).toBe(stage === 'reserved');
  });

  it.each([
    ['no-copies', /the book was sold out when your payment arrived/],
    ['bought-before', /this cart was already paid for/],
    ['staff', /The seller has cancelled the order/],
    [null, /The order was cancelled/],
  ])('gives the reason of a cancellation: %s', async (cancelled_for, reason) => {
    status = { ...status, stage: 'refunded', cancelled_for };
    open(`/status/${ID}`);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryAllByText(/the book was sold out/)).toHaveLength(
      cancelled_for === 'no-copies' ? 1 : 0,
    );
  });

  it('says that the books are held only while they wait for the payment', async () => {
    const isHeld = async (more: Record<string, unknown>) => {
      status = { ...status, ...more };
      open(`/status/${ID}`);
      await reached();
      const found = screen.queryByText(/holding these books/) !== null;
      cleanup();
      return found;
    };
    expect(await isHeld({ stage: 'reserved' })).toBe(true);
    expect(await isHeld({ stage: 'reserved', isExpired: true })).toBe(false);
    expect(await isHeld({ stage: 'cancelled', isExpired: false })).toBe(false);
    expect(await isHeld({ stage: 'delivered' })).toBe(false);
  });

  it('leads from a link that names no order to the form that finds one', async () => {
    isKnown = false;
    open(`/status/${ID}`);
    await screen.findByText(/We have no order under this link/);
    expect(screen.getByRole('link', { name: 'Find your order' }).getAttribute('href')).toBe('/order-status');
    expect(screen.queryByText('404')).toBeNull();
  });

  it('names the days of parcels, and how many titles each has', async () => {
    status['lines'] = [line('2026-03-02'), { ...line(), title: 'Limitation' }];
    open(`/status/${ID}`);
    expect(await screen.findByText('1 of 2 titles on 2 Mar 2026.')).toBeTruthy();
    expect(screen.getByText('Shipped on 2 Mar 2026')).toBeTruthy();
    expect(await reached()).toEqual(['Ordered', 'Paid']);
  });

  it.each([
    [
      { refundedPaise: 10_000 },
      'Partly refunded: ₹100 of ₹599 was refunded to your original payment method.',
    ],
    [{ refundedPaise: 59_900 }, 'Refunded: ₹599 was refunded to your original payment method.'],
    [{ isDisputed: true }, /^Disputed: your bank has questioned this payment/],
  ])('says what became of the money of an order that stays: %j', async (money, text) => {
    status = { ...status, ...money };
    open(`/status/${ID}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows number, help and no address without a key, and where to find it', async () => {
    open(`/status/${ID}`);
    expect(await screen.findByText(NUMBER)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'care@vidhi.example' }).getAttribute('href')).toBe(
      'mailto:care@vidhi.example',
    );
    expect(screen.getByRole('link', { name: 'find your order' }).getAttribute('href')).toBe('/order-status');
    expect(requested.filter((path) => path.includes('order-status'))).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Returns and refunds' })).toBeNull();
  });

  it('shows the addresses and the bill with the key, and the return policy once there is one', async () => {
    policies = ['refund-policy', 'return-policy'];
    open(`/status/${ID}?key=${KEY}`);
    expect(await screen.findByText('Ravi Rao')).toBeTruthy();
    const bill = screen.getByRole('link', { name: 'Bill of supply (PDF)' });
    expect(bill.getAttribute('href')).toBe(`/api/order-status/${ID}/bill-of-supply?key=${KEY}`);
    expect(screen.queryByRole('link', { name: /Credit note/ })).toBeNull();
    const policy = await screen.findByRole('link', { name: 'Returns and refunds' });
    expect(policy.getAttribute('href')).toBe('/return-policy');
  });

  it('shows when it is packed, and leaves out of the days of parcels what was cancelled', async () => {
    status['packed_at'] = '2026-03-01T20:30:00.000Z';
    status['lines'] = [line('2026-03-02'), { ...line(), title: 'Limitation', is_cancelled: true }];
    open(`/status/${ID}`);
    expect(await screen.findByText('On 2 Mar 2026.', { selector: 'li:nth-child(3) *' })).toBeTruthy();
    expect(screen.getByText('Cancelled, refunded')).toBeTruthy();
    expect(screen.queryByText(/of 2 titles/)).toBeNull();
    expect(await reached()).toEqual(['Ordered', 'Paid', 'Packed']);
  });

  it('has the link of each parcel, each credit note, and what happened', async () => {
    details = {
      ...DETAILS,
      timeline: [
        ...DETAILS.timeline,
        { at: '2026-03-03', kind: 'credit_note.issued', text: 'Credit note CN/26-27/000001' },
      ],
      credit_notes: [
        { number: 'CN/26-27/000001', date: '2026-03-03', amount_paise: 10_000 },
        { number: 'CN/26-27/000002', date: '2026-03-04', amount_paise: 4_050 },
      ],
      shipments: [
        {
          id: 1,
          carrier: 'India Post',
          number: 'EX1',
          url: 'https://track.example/EX1',
          lines: [31],
          date: '2026-03-02',
          delivered_date: null,
          returned_date: null,
        },
      ],
    };
    open(`/status/${ID}?key=${KEY}`);
    const link = await screen.findByRole('link', { name: /Track this parcel at India Post/ });
    expect(link.getAttribute('href')).toBe('https://track.example/EX1');
    const notes = screen.getAllByRole('link', { name: /Credit note of/ });
    expect(notes.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      [
        'Credit note of ₹100 (PDF)',
        `/api/order-status/${ID}/credit-note?key=${KEY}&number=CN%2F26-27%2F000001`,
      ],
      [
        'Credit note of ₹40.50 (PDF)',
        `/api/order-status/${ID}/credit-note?key=${KEY}&number=CN%2F26-27%2F000002`,
      ],
    ]);
    expect(screen.getByText('Ordered and paid')).toBeTruthy();
    // A document has a day and no time.
    expect(screen.getByText('3 Mar 2026')).toBeTruthy();
  });

  it('says that everything which was shipped came back, and not that it is yet to be delivered', async () => {
    status['stage'] = 'shipped';
    status['lines'] = [line('2026-03-02')];
    const parcel = { carrier: 'India Post', number: null, url: null, lines: [31], delivered_date: null };
    details = {
      ...DETAILS,
      shipments: [
        { ...parcel, id: 1, date: '2026-03-02', returned_date: '2026-03-09' },
        { ...parcel, id: 2, date: '2026-03-02', returned_date: '2026-03-08' },
      ],
    };
    open(`/status/${ID}?key=${KEY}`);
    expect(await screen.findByText(/The parcel was returned to the shop on 9 Mar 2026/)).toBeTruthy();
    const step = screen.getByText('Returned to the shop', { selector: 'li > p' }).closest('li');
    expect(step?.getAttribute('aria-current')).toBe('step');
    expect(screen.queryByText('When the books reach you.')).toBeNull();
  });

  it('takes a request with copies and a reason, and shows it', async () => {
    details = { ...DETAILS, requestable: [{ id: 31, kind: 'cancel', copies: 2, until: null }] };
    open(`/status/${ID}?key=${KEY}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel books' }));
    fireEvent.change(screen.getByLabelText(/^Evidence/), { target: { value: '1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask for a cancellation' }));
    expect(await screen.findByText('Please give a reason.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Bought twice' } });
    fireEvent.click(screen.getByRole('button', { name: 'Ask for a cancellation' }));
    expect(await screen.findByText(/The shop will look at it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel books' })).toBeNull();
    expect(posted).toEqual([
      { data: { kind: 'cancel', lines: [{ id: 31, copies: 1 }], reason: 'Bought twice' } },
    ]);
  });

  it('asks for the address of an order that has none, and shows it then', async () => {
    stubAntdBrowser();
    details = { ...DETAILS, billing: null, shipping: null, needs_address: true };
    open(`/status/${ID}?key=${KEY}`);
    const question = await screen.findByRole('heading', { name: 'Where shall we send it?' });
    const books = screen.getByRole('heading', { name: 'Books' });
    expect(question.compareDocumentPosition(books)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const values = {
      Name: ADDRESS.name,
      Phone: '+91 98765 43210',
      Email: ADDRESS.email,
      Address: '7 Fort Road',
      Pincode: '682 001',
      City: 'Kochi',
    };
    for (const [label, value] of Object.entries(values)) {
      const [field] = await screen.findAllByLabelText(label, { selector: 'input, textarea' });
      if (field !== undefined) fireEvent.change(field, { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Save the address' }));
    expect((await screen.findAllByText('7 Fort Road')).length).toBeGreaterThan(0);
    expect((await screen.findAllByText('Kochi, Kerala 682001')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('heading', { name: 'Where shall we send it?' })).toBeNull();
    expect(requested).toContain(`/api/order-status/${ID}/address?key=${KEY}`);
  });
});

describe('/order-status', () => {
  function query(): void {
    open('/order-status');
    fireEvent.change(screen.getByLabelText(/Order number/), { target: { value: NUMBER } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: ADDRESS.email } });
    fireEvent.click(screen.getByRole('button', { name: 'Show my order' }));
  }

  it('shows the order of a number and an email address', async () => {
    query();
    expect(await screen.findByText('Ravi Rao')).toBeTruthy();
    expect(requested).toContain(`/api/order-status/${ID}?key=${KEY}`);
  });

  it('says that no order has them', async () => {
    isFound = false;
    query();
    expect(await screen.findByText('No order has this number and email address')).toBeTruthy();
  });
});
