// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { OrderTimeline } from './order-timeline.tsx';

afterEach(leavePage);

it('names the staff of each fact, and shows the number of an account that is not among the staff any more', async () => {
  stubServer({ 'GET /api/staff/shop': () => Response.json({ data: [{ id: 7, name: 'Meena Rao' }] }) });
  const note = { at: '2026-11-02T09:00:00.000Z', source: 'orders', kind: 'note' } as const;
  showPage(
    <OrderTimeline
      facts={[
        { ...note, text: 'Note: call first', by: 7 },
        { ...note, text: 'Note: called', by: 8 },
        { ...note, text: 'Packed' },
      ]}
    />,
    '/console/orders/x',
  ).logIn(11);
  await screen.findByText(/by Meena Rao$/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.split(', ').at(-1))).toEqual([
    'Orders',
    'by account 8',
    'by Meena Rao',
  ]);
});
