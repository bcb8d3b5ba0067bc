// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { CustomerPage } from './customer-page.tsx';
import { CustomersPage } from './customers-page.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const ROW = {
  id: 7,
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.in',
  mobile: '9876543210',
  role: 5,
  confirmed: false,
  blocked: false,
  created_at: '2026-11-20T06:30:00.000Z',
};
const CUSTOMER = {
  ...ROW,
  username: 'asha1',
  updated_at: '2026-11-20T06:30:00.000Z',
  sessions: [
    {
      browser: 'Firefox on Linux',
      last_used_at: '2026-11-21T06:30:00.000Z',
      ends_at: '2026-12-21T06:30:00.000Z',
    },
  ],
  consents: [{ purpose: 'legal-agreement', version: '2026-11', at: '2026-11-20T06:30:00.000Z' }],
  profile: { id: 3, title: 'Adv. Asha Rao' },
  is_profile_known: true,
};
const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});
const one = (values: object = {}) => ({
  'GET /api/customers/7': () => Response.json({ data: { ...CUSTOMER, ...values } }),
});
const openOne = () =>
  openConsolePages(
    { '/console/customers/:id': <CustomerPage />, '/console/customers': <p>The list</p> },
    '/console/customers/7',
  );

describe('/console/customers', () => {
  it('lists accounts with their state, and asks for what is in the address', async () => {
    const server = stubServer({ 'GET /api/customers': () => Response.json(page(ROW)) });
    openConsolePages(
      { '/console/customers': <CustomersPage /> },
      '/console/customers?q=asha&f[state]=unconfirmed',
    );
    const row = (await screen.findByText('Asha Rao')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['asha@example.in', '9876543210', 'Lawyer', 'E-mail not confirmed'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect(Object.fromEntries(new URLSearchParams(server.calls.at(-1)?.search))).toMatchObject({
      q: 'asha',
      state: 'unconfirmed',
      sort: '-created',
    });
  });
});

describe('/console/customers/:id', () => {
  it('shows the account with its sessions and links', async () => {
    stubServer(one());
    openOne();
    expect(await screen.findByText('asha@example.in (not confirmed)')).toBeTruthy();
    expect(screen.getByText('Firefox on Linux')).toBeTruthy();
    const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linkOf('Profile: Adv. Asha Rao')).toBe('/console/profiles/3');
    expect(linkOf('Orders')).toBe('/console/orders?q=asha%40example.in');
    expect(linkOf('Audit log of this account')).toBe('/console/audit?resource=user:7');
  });

  it('says that the directory is not available', async () => {
    stubServer(one({ profile: null, is_profile_known: false }));
    openOne();
    expect(await screen.findByText('The directory is not available now.')).toBeTruthy();
  });

  it('blocks with a reason, and not without', async () => {
    const server = stubServer({
      ...one(),
      'POST /api/customers/7/actions': () => Response.json({ data: CUSTOMER }),
    });
    openOne();
    await press('Block');
    const dialog = within(screen.getByRole('dialog'));
    dialog.getByRole('button', { name: 'Block' }).click();
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await type('Reason', 'Sends spam');
    dialog.getByRole('button', { name: 'Block' }).click();
    expect(await screen.findByText('The account is blocked.')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      action: 'block',
      reason: 'Sends spam',
    });
  });

  it('confirms, and shows why it could not', async () => {
    stubServer({ ...one(), 'POST /api/customers/7/actions': failure(409, 'This account is being changed') });
    openOne();
    await press('Confirm the e-mail address');
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm the e-mail address' }).click();
    expect(await screen.findByText('This account is being changed')).toBeTruthy();
  });

  it('erases only after the address was typed, and leads to the list', async () => {
    const server = stubServer({
      ...one(),
      'POST /api/customers/7/erasure': () => new Response(null, { status: 204 }),
    });
    openOne();
    await press('Erase the account');
    const dialog = within(screen.getByRole('dialog'));
    const submit = dialog.getByRole('button', { name: 'Erase permanently' });
    await type('Reason', 'Asked by letter');
    await type('Type asha@example.in to confirm', 'asha@example.org');
    submit.click();
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
    await type('Type asha@example.in to confirm', 'Asha@example.in');
    submit.click();
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      reason: 'Asked by letter',
      confirmation: 'Asha@example.in',
    });
  });
});
