// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { WaitingOrders } from './waiting-orders.tsx';

addConsolePages();
afterEach(leavePage);

/** Shows what waits in the shop, with these numbers of orders by the name of their filter. */
function open(totals: Readonly<Record<string, number>>, hasMore = false) {
  const queries: URLSearchParams[] = [];
  stubServer({
    'GET /api/purchases': ({ url }) => {
      const query = new URL(url).searchParams;
      queries.push(query);
      const name = ['unshipped', 'request', 'problem'].find((one) => query.has(one)) ?? '';
      const pagination = { page: 1, pageSize: 1, pageCount: 1, total: totals[name] ?? 0, has_more: hasMore };
      return Response.json({ data: [], meta: { pagination, searched: null } });
    },
  });
  showPage(<WaitingOrders />, '/console').logIn(10);
  return queries;
}

describe('Today of the shop', () => {
  it('counts what is to be shipped and decided, each with its list', async () => {
    open({ unshipped: 3, request: 1 });
    const list = await screen.findByRole('region', { name: 'Shop' });
    await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(2));
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['3 orders to ship', '/console/orders'],
      ['1 buyer waits for a decision', '/console/orders?view=requests'],
    ]);
  });

  it('says of a number that was not counted to its end that there are more', async () => {
    open({ unshipped: 10_000 }, true);
    expect(await screen.findByRole('link', { name: 'More than 10,000 orders to ship' })).toBeTruthy();
  });

  it('asks for counts alone, so that nobody has read an order', async () => {
    const queries = open({});
    await waitFor(() => expect(queries).toHaveLength(3));
    // The API takes six digits, and lists no more than 10,000 orders.
    for (const query of queries) expect(query.get('pagination[page]')).toMatch(/^[1-9]\d{5}$/);
    expect(screen.queryByRole('region', { name: 'Shop' })).toBeNull();
  });
});
