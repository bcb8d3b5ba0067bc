// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { OrderRequests } from './order-requests.tsx';

afterEach(leavePage);

const request = (kind: 'cancel' | 'return', state: 'open' | 'accepted', is_refunded = false) => ({
  id: 1,
  kind,
  lines: [{ id: 1, copies: 1 }],
  reason: 'The wrong edition',
  state,
  at: '2026-11-05T06:30:00.000Z',
  decided_at: null,
  reply: null,
  is_refunded,
});

/** Shows a request to staff who may refund up to an amount of the order. */
function show(one: ReturnType<typeof request>, mayRefundPaise: number): void {
  stubAntdBrowser();
  const order = {
    id: 'pu_1',
    lines: [{ id: 1, title: 'Evidence', quantity: 2, refunded_copies: one.is_refunded ? 1 : 0 }],
    requests: [one],
    left_paise: 45_000,
    may_refund_paise: mayRefundPaise,
  } as unknown as DeskPurchase;
  showPage(
    <NoticesProvider>
      <OrderRequests order={order} mayDecide onRefund={() => undefined} />
    </NoticesProvider>,
    '/console/orders/pu_1',
  ).logIn(10);
}

const button = (name: string) => screen.queryByRole('button', { name });

describe('a request of a buyer', () => {
  it('to cancel can be accepted by staff who may refund, and declined by all of the desk', async () => {
    show(request('cancel', 'open'), 45_000);
    await screen.findByRole('button', { name: 'Accept' });
    leavePage();
    show(request('cancel', 'open'), 0);
    await screen.findByText(/somebody with the desk Refunds does it/);
    expect([button('Accept'), button('Decline')?.textContent]).toEqual([null, 'Decline']);
  });

  it('to return can be accepted by all of the desk, and is refunded by staff who may', async () => {
    show(request('return', 'open'), 0);
    await screen.findByRole('button', { name: 'Accept' });
    leavePage();
    show(request('return', 'accepted'), 0);
    await screen.findByText(/somebody with the desk Refunds returns the money/);
    expect(button('The books are back: refund')).toBeNull();
    leavePage();
    show(request('return', 'accepted'), 45_000);
    await screen.findByRole('button', { name: 'The books are back: refund' });
  });

  it('to return one copy of two is done when that copy is refunded', async () => {
    show(request('return', 'accepted', true), 45_000);
    await screen.findByText('1 × Evidence');
    expect(button('The books are back: refund')).toBeNull();
  });
});
