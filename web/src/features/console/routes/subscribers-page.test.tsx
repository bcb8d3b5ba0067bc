// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { subscriberResource } from '../newsletter/subscriber-resource.tsx';
import { addConsolePages } from '../page-table.ts';
import { SubscribersPage } from './subscribers-page.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});
const READER = {
  id: 'a'.repeat(40),
  email: 'asha@example.in',
  state: 'confirmed',
  source: 'coming-soon',
  created_at: '2026-11-01T06:30:00.000Z',
  confirmed_at: '2026-11-01T07:00:00.000Z',
  unsubscribed_at: null,
  consent: 'Confirmed by the link in our mail',
};

describe('/console/subscribers', () => {
  it('lists readers with their consent, and has no export that the audit log does not see', async () => {
    stubServer({ 'GET /api/subscribers': () => Response.json(page(READER)) });
    openConsolePage(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
    const row = (await screen.findByText('asha@example.in')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['Gets the newsletter', 'Newsletter form', 'Confirmed by the link in our mail'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Export CSV')).toHaveLength(1);
  });

  it('says whose mails came back where the site reads that, and nothing of it elsewhere', async () => {
    const bounces = { count: 2, last_at: '2026-11-20T06:30:00.000Z', status: '5.1.1' };
    const server = stubServer({
      'GET /api/subscribers': () => Response.json(page({ ...READER, state: 'bounced', bounces })),
      'GET /api/subscribers/options': () => Response.json({ data: { reads_bounces: true } }),
    });
    const { unmount } = openConsolePage(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
    const row = (await screen.findByText('asha@example.in')).closest('tr');
    if (row === null) throw new Error('no row');
    expect(within(row).getAllByText('Mails come back').length).toBeGreaterThan(0);
    expect(within(row).getAllByText(/^2, last .*\(5\.1\.1\)$/).length).toBeGreaterThan(0);
    unmount();
    server.responses['GET /api/subscribers/options'] = () =>
      Response.json({ data: { reads_bounces: false } });
    openConsolePage(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
    await screen.findByText('asha@example.in');
    expect(screen.queryByText('Came back')).toBeNull();
  });

  it('finds those whose mailbox does not exist, also where nobody reads what comes back', () => {
    const [state] = subscriberResource.filters ?? [];
    expect(state).toMatchObject({
      choices: expect.arrayContaining([{ value: 'bounced', label: 'Mails come back' }]),
    });
    expect(state?.toConditions('bounced')).toEqual([['state', 'bounced']]);
    expect(state?.toConditions('toString')).toEqual([]);
  });

  it('shows what an import would do before it imports, and needs words about the consent', async () => {
    const outcome = {
      added: 1,
      unchanged: 0,
      unsubscribed: 1,
      bounced: 0,
      invalid: [{ row: 3, text: 'Ravi' }],
    };
    const server = stubServer({
      'GET /api/subscribers': () => Response.json(page(READER)),
      'POST /api/subscribers/import': () => Response.json({ data: outcome }),
    });
    openConsolePage(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
    await screen.findByText('asha@example.in');
    await press('Import');
    await type('Addresses', 'meena@example.in\nasha@example.in\nRavi');
    await press('Check the list');
    expect(server.calls.some(({ call }) => call.includes('import'))).toBe(false);
    await type('How and when did they agree?', 'Signed our list in Pune');
    await press('Check the list');
    expect(await screen.findByText('Row 3 has no valid address: Ravi')).toBeTruthy();
    expect(screen.getByText('1 address unsubscribed here before, and stay so')).toBeTruthy();
    await press('Import 1 address');
    await waitFor(() => expect(screen.queryByText('Import subscribers')).toBeNull());
    const bodies = server.calls.flatMap(({ call, body }) => (call.includes('import') ? [body] : []));
    const addresses = ['meena@example.in', 'asha@example.in', 'Ravi'];
    expect(bodies).toEqual([
      { addresses, consent: 'Signed our list in Pune', dry_run: true },
      { addresses, consent: 'Signed our list in Pune' },
    ]);
  });
});
