// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { sessionEnded, sessionResuming, sessionStarted } from '#shared/session/session-slice.ts';
import { setToken } from '#shared/session/session-token.ts';
import { Pages } from '../../../testing/pages.tsx';
import { StatusPage } from '../routes/status-page.tsx';
import { DETAILS, ID, KEY, NUMBER, line, reached } from './order-status-builder.ts';

let details: Record<string, unknown>;

const PURCHASE = {
  id: ID,
  stage: 'mailed',
  isExpired: false,
  totalPaise: 59_900,
  lines: [line()],
  purchase_number: NUMBER,
  help: null,
};
const NOT_FOUND = { error: { status: 404, name: 'NotFoundError', message: 'Not Found' } };

beforeEach(() => {
  details = DETAILS;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/hosted-pages') return Response.json({ data: [] });
    if (pathname.startsWith('/api/order-status/')) return Response.json({ data: details });
    return pathname === `/api/payment/status/${ID}`
      ? Response.json({ data: PURCHASE })
      : Response.json(NOT_FOUND, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  setToken(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

const open = (path: string, store = apiStore()) =>
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Pages of={{ '/status/:checkout': <StatusPage /> }} />
      </MemoryRouter>
    </Provider>,
  );

describe('an order that the shop has written down', () => {
  const HAND = `hand_${'a'.repeat(32)}`;
  const lines = DETAILS.lines.map((one) => ({
    ...one,
    shipping_date: null,
    delivered_date: null,
    is_cancelled: false,
  }));
  const order = { ...DETAILS, checkout_id: HAND, lines, total_paise: 59_900, cancelled_for: null };

  it('is followed by the link of its mail, though payments knows nothing of it', async () => {
    details = order;
    open(`/status/${HAND}?key=${KEY}`);
    expect(await reached()).toEqual(['Ordered', 'Paid']);
    expect(screen.getByText(NUMBER)).toBeTruthy();
    expect(await screen.findByText('Ravi Rao')).toBeTruthy();
  });

  it('says that the shop returns money itself', async () => {
    details = { ...order, refunded_paise: 22_450 };
    open(`/status/${HAND}?key=${KEY}`);
    expect(
      await screen.findByText(/^Partly refunded: .* by the shop, the same way you paid\.$/),
    ).toBeTruthy();
    cleanup();
    details = { ...order, status: 'CANCELLED', refunded_paise: 59_900 };
    open(`/status/${HAND}?key=${KEY}`);
    expect(await screen.findByText(/^The shop will return the full amount to you/)).toBeTruthy();
  });

  it('is nothing that others can read', async () => {
    const store = apiStore();
    store.dispatch(sessionEnded());
    open(`/status/${HAND}`, store);
    expect(await screen.findByText(/We have no order under this link/)).toBeTruthy();
  });

  it('is loading, and not unknown, until it is known who reads it', async () => {
    details = order;
    const store = apiStore();
    open(`/status/${HAND}`, store);
    expect(screen.getByLabelText('Loading')).toBeTruthy();
    expect(screen.queryByText(/We have no order under this link/)).toBeNull();
    act(() => void store.dispatch(sessionResuming()));
    expect(screen.getByLabelText('Loading')).toBeTruthy();
    const session = { user: { id: 7, name: 'Asha Rao' }, role: null, expiresAt: null };
    setToken('t');
    act(() => void store.dispatch(sessionStarted(session)));
    expect(await reached()).toEqual(['Ordered', 'Paid']);
  });
});

describe('an accepted return', () => {
  const request = {
    id: 1,
    kind: 'return',
    lines: [{ id: 31, copies: 1 }],
    reason: 'Torn',
    state: 'accepted',
    at: '2026-03-05T06:30:00.000Z',
    decided_at: '2026-03-06T06:30:00.000Z',
    reply: null,
  };

  it.each([
    [false, 'Our mail to you says where to send the books. You will get your money back once they reach us.'],
    [true, 'We have received the books and refunded what you paid for them.'],
  ])('says what is next, whatever was refunded before: refunded %s', async (is_refunded, text) => {
    const [first, ...others] = DETAILS.lines;
    details = {
      ...DETAILS,
      requests: [{ ...request, is_refunded }],
      lines: [{ ...first, refunded_copies: 1 }, ...others],
    };
    open(`/status/${ID}?key=${KEY}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('the sums of an order', () => {
  const rowsOf = () =>
    screen
      .getByRole('region', { name: 'Books' })
      .innerHTML.replaceAll(/<[^>]+>/g, '|')
      .split(/\|+/)
      .filter((text) => text !== '');

  it('are its prices, shipping, total and what went back, for its buyer', async () => {
    details = { ...DETAILS, refunded_paise: 22_450 };
    open(`/status/${ID}?key=${KEY}`);
    await screen.findByText('2 × ₹224.50');
    expect(rowsOf()).toEqual([
      'Books',
      'Evidence',
      '2 × ₹224.50',
      'Shipping',
      '₹100',
      'Total, including shipping',
      '₹599',
      'Refunded',
      '₹224.50',
    ]);
  });

  it('are copies and total for somebody without the link', async () => {
    open(`/status/${ID}`);
    await screen.findByText('Evidence');
    expect(rowsOf()).toEqual(['Books', 'Evidence', '× 2', 'Total, including shipping', '₹599']);
  });
});
