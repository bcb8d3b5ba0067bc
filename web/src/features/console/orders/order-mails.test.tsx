// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { DeskPurchase } from '@vidhi/contracts/shop-desk.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import { OrderMails } from './order-mails.tsx';

afterEach(leavePage);

const mail = (id: string, template: string, role: 'buyer' | 'site') => ({
  id,
  template,
  role,
  state: 'SENT',
  created_at: null,
  ended_at: null,
  failure: null,
});

it('shows the latest mails to the buyer first, and all of them on request', async () => {
  stubAntdBrowser();
  const mails = [
    mail('1', 'order-confirmed', 'buyer'),
    mail('2', 'new-order-notice', 'site'),
    mail('3', 'payment-notification', 'site'),
    mail('4', 'order-shipped', 'buyer'),
    mail('5', 'request-received', 'buyer'),
    mail('6', 'request-notice', 'site'),
    mail('7', 'request-decided', 'buyer'),
  ];
  showPage(
    <NoticesProvider>
      <OrderMails order={{ id: 'pu_1', mails } as unknown as DeskPurchase} />
    </NoticesProvider>,
    '/console/orders/pu_1',
  ).logIn(11);
  const names = () =>
    screen
      .getAllByRole('button', { name: /^Send again/ })
      .map((one) => one.getAttribute('aria-label')?.replace('Send again: ', ''));
  expect(names()).toEqual([
    'Decision about a request',
    'Request received',
    'Shipped',
    'Order Confirmed',
    'Request of a buyer',
  ]);
  await press('All 7 mails');
  expect(names()).toHaveLength(7);
});
