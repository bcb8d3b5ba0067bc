// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ALL, parseListState } from '../kit/list-url.ts';
import { grievanceResource } from '../grievances/grievance-resource.tsx';
import { messageResource } from '../inbox/message-resource.tsx';
import type { Resource } from '../kit/define-resource.ts';
import { orderResource } from '../orders/order-resource.tsx';
import { profileResource } from '../directory/profile-resource.tsx';
import { addConsolePages } from '../page-table.ts';
import { useWaitingCounts, WaitingCounts, type CountedDesks } from './waiting-counts.tsx';

addConsolePages();
afterEach(leavePage);

const NO_DESK: CountedDesks = { shop: false, directory: false, people: false };
const Counts = ({ desks }: { desks: Partial<CountedDesks> }) => (
  <WaitingCounts waiting={useWaitingCounts({ ...NO_DESK, ...desks })} />
);

/** Shows what waits at desks, with these numbers by the name and value of their filter. */
function open(desks: Partial<CountedDesks>, totals: Readonly<Record<string, number>>, hasMore = false) {
  const queries: URLSearchParams[] = [];
  const list = ({ url }: Request): Response => {
    const query = new URL(url).searchParams;
    queries.push(query);
    const [filter] = [...query].filter(([name]) => !name.startsWith('pagination'));
    const total = totals[filter?.join('=') ?? 'all'] ?? 0;
    const pagination = { page: 1, pageSize: 1, pageCount: 1, total, has_more: hasMore };
    return Response.json({ data: [], meta: { pagination, searched: null } });
  };
  const server = stubServer({
    'GET /api/purchases': list,
    'GET /api/directory/profiles': list,
    'GET /api/contact-messages': list,
    'GET /api/grievances': list,
  });
  showPage(<Counts desks={desks} />, '/console').logIn(10);
  return { queries, server };
}

async function linksOf(region: string, count: number): Promise<[string | null, string | null][]> {
  const list = await screen.findByRole('region', { name: region });
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(count));
  return within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
}

/** The filters of a list at an address, as the list reads them. */
function filtersAt(resource: Resource<never>, path: string) {
  const limits = {
    filters: resource.filters.map(({ key }) => key),
    sorts: [],
    columns: [],
    defaultSort: resource.defaultSort,
    firstView: resource.firstView,
  };
  return parseListState(new URL(path, 'http://site').searchParams, limits).filters;
}

describe('Today', () => {
  it('counts what is to be shipped and decided, each with its list', async () => {
    open({ shop: true }, { 'unshipped=true': 3, 'request=open': 1, 'problem=true': 2 });
    const links = await linksOf('Shop', 3);
    expect(links.map(([text]) => text)).toEqual([
      '3 orders to ship',
      '1 buyer waits for a decision',
      '2 payments need attention',
    ]);
    const shown = links.map(([, path]) => filtersAt(orderResource as unknown as Resource<never>, path ?? ''));
    expect(shown).toEqual([orderResource.firstView?.filters, { request: 'open' }, { problem: 'true' }]);
    expect(orderResource.views.map(({ filters }) => filters)).toEqual(expect.arrayContaining(shown.slice(1)));
    // As the tabs have it, so that the view is the current one.
    expect(links[1]?.[1]).toBe(
      `/console/orders?${new URLSearchParams({ view: 'requests', 'f[request]': 'open' })}`,
    );
    // A saved view may open the list.
    expect(links[0]?.[1]).not.toContain(ALL);
  });

  it('counts the profiles that wait', async () => {
    open({ directory: true }, { 'state=queue': 20 });
    const [link] = await linksOf('Directory', 1);
    expect(link?.[0]).toBe('20 profiles wait for a decision');
    const resource = profileResource as unknown as Resource<never>;
    expect(filtersAt(resource, link?.[1] ?? '')).toEqual({ state: 'queue' });
  });

  it('counts grievances and new messages', async () => {
    open({ people: true }, { 'overdue=true': 1, all: 4, 'state=new': 2 });
    const links = await linksOf('People', 3);
    expect(links.map(([text]) => text)).toEqual([
      '1 grievance is past its day',
      '4 open grievances',
      '2 new messages',
    ]);
    const [overdue = '', everything = '', fresh = ''] = links.map(([, path]) => path ?? '');
    const grievances = grievanceResource as unknown as Resource<never>;
    expect(filtersAt(grievances, overdue)).toEqual({ state: 'overdue' });
    expect(everything).toBe('/console/grievances');
    expect(filtersAt(messageResource as unknown as Resource<never>, fresh)).toEqual({ state: 'new' });
  });

  it('requests counts of the own desks alone, so that nobody has read a row', async () => {
    const { queries, server } = open({ shop: true }, {});
    await waitFor(() => expect(queries).toHaveLength(3));
    // The API takes six digits, and lists no more than 10,000 orders.
    for (const query of queries) expect(query.get('pagination[page]')).toMatch(/^[1-9]\d{5}$/);
    expect(new Set(server.calls.map(({ call }) => call))).toEqual(new Set(['GET /api/purchases']));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('says of a number that was not counted to its end that there are more', async () => {
    open({ shop: true }, { 'unshipped=true': 10_000 }, true);
    expect(await screen.findByRole('link', { name: 'More than 10,000 orders to ship' })).toBeTruthy();
  });

  it('shows the other numbers where one cannot be counted', async () => {
    const { server } = open({ directory: true, people: true }, { 'state=queue': 2 });
    server.responses['GET /api/grievances'] = failure(503, 'down');
    expect(await screen.findByRole('link', { name: '2 profiles wait for a decision' })).toBeTruthy();
    expect(await screen.findByText('Some of what waits could not be counted.')).toBeTruthy();
  });
});
