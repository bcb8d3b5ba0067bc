// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageViewSummary } from '@vidhi/contracts/page-views.ts';
import type { Session } from '#shared/session/session-slice.ts';
import { startSession } from '#shared/session/session-sync.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, recordSavedFiles, showPage, type } from '../../../testing/show-page.tsx';
import { ReadersPage } from './readers-page.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const DAY = { pages: 0, arrivals: 0, searches: 0, empty_searches: 0 };
const NOTHING = { rows: [], other: 0 };
const summaryOf = (from: string, to: string): PageViewSummary => ({
  from,
  to,
  detail_from: '2026-11-01',
  total: { pages: 12, arrivals: 5, searches: 3, empty_searches: 1 },
  days: [
    { day: '2026-11-28', ...DAY, pages: 10, arrivals: 4 },
    { day: '2026-11-29', ...DAY, pages: 2, arrivals: 1, searches: 3, empty_searches: 1 },
  ],
  pages: { rows: [{ name: '/tax/bail', count: 9 }], other: 3 },
  referrers: { rows: [{ name: 'google.com', count: 4 }], other: 0 },
  sources: { rows: [{ name: 'search engines', count: 4 }], other: 0 },
  searches: { rows: [{ name: '=bail', count: 3 }], other: 0 },
  empty_searches: NOTHING,
});

function serve(isOn = true) {
  return stubServer({
    'GET /api/site-options': () =>
      Response.json({ data: { id: 1, attributes: isOn ? { count_readers: true } : {} } }),
    'GET /api/page-views/summary': (request) => {
      const { searchParams } = new URL(request.url);
      const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
      return Response.json({ data: summaryOf(from, to) });
    },
    'GET /api/orders/sales': () =>
      Response.json({
        data: {
          total: { orders: 2, total_paise: 110_000 },
          days: [{ day: '2026-11-29', orders: 2, total_paise: 110_000 }],
        },
      }),
  });
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr');

describe('the page of readers', () => {
  it('shows the days with their sales, and the lists', async () => {
    serve();
    showPage(<ReadersPage />, '/console/readers').logIn(11);
    expect((await rowOf('29 Nov 2026'))?.textContent).toContain('₹1,100');
    expect((await rowOf('28 Nov 2026'))?.textContent).toContain('10');
    expect((await rowOf('/tax/bail'))?.textContent).toContain('9');
    expect(screen.getByRole('figure', { name: /Most: 10, 28 Nov 2026/ })).toBeTruthy();
    expect(screen.queryByText(/Readers are not counted/)).toBeNull();
  });

  it('shows staff of the newsroom no sales, and requests none', async () => {
    const server = serve();
    const { store } = showPage(<ReadersPage />, '/console/readers');
    const user = { id: 7, name: 'Asha Rao' };
    const session: Session = { user, role: 10, desks: ['news'], expiresAt: null };
    act(() => void store.dispatch(startSession({ token: 't', session })));
    expect(await screen.findByRole('heading', { name: 'By day' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Sales' })).toBeNull();
    expect(server.calls.some(({ call }) => call === 'GET /api/orders/sales')).toBe(false);
  });

  it('says where counting is turned on while it is off', async () => {
    serve(false);
    showPage(<ReadersPage />, '/console/readers').logIn(11);
    const link = await screen.findByRole('link', { name: 'Settings: counting readers' });
    expect(link.getAttribute('href')).toBe('/console/settings#settings-readers');
  });

  it('requests the period that is chosen, and none that ends before it begins', async () => {
    const server = serve();
    showPage(<ReadersPage />, '/console/readers').logIn(11);
    await screen.findByRole('heading', { name: 'By day' });
    await type('From', '2026-11-01');
    await type('Until', '2026-11-07');
    await waitFor(() =>
      expect(server.calls.map(({ search }) => search)).toContain('?from=2026-11-01&to=2026-11-07'),
    );
    await type('Until', '2026-10-01');
    expect(await screen.findByText('The first day must not be after the last one.')).toBeTruthy();
    expect(server.calls.map(({ search }) => search)).not.toContain('?from=2026-11-01&to=2026-10-01');
  });

  it('saves days and lists as CSV, in which a search is no formula', async () => {
    serve();
    const files = recordSavedFiles();
    showPage(<ReadersPage />, '/console/readers').logIn(11);
    await press('Save the days as CSV');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.text).toContain('2026-11-29,2,1,3,1,2,1100.00');
    const section = screen.getByRole('region', { name: 'Searches' });
    fireEvent.click(within(section).getByRole('button'));
    await waitFor(() => expect(files[1]?.text).toContain("'=bail,3"));
  });
});
