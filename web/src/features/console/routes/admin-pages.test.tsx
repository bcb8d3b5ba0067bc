// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { StaffPage } from './staff-page.tsx';

beforeEach(stubAntdBrowser);
afterEach(leavePage);

const ADMINISTRATOR = 11;
function open(page: ReactNode, path: string): void {
  showPage(<NoticesProvider>{page}</NoticesProvider>, path).logIn(ADMINISTRATOR);
}

const ENTRY = {
  id: 'audit:news:post:41:2',
  seq: 2,
  at: '2026-11-28T06:30:00.000Z',
  actor: { id: 10, role: 10, via: 'console', name: 'Meena Rao' },
  action: 'desks_changed',
  service: 'news',
  resource: { type: 'post', id: '41', label: 'A title' },
  changes: [{ path: 'title', from: 'A', to: 'B' }, { path: 'email' }],
  reason: null,
};
const aPage = (...data: (typeof ENTRY)[]) =>
  Response.json({ data, meta: { pagination: { page: 1, pageSize: 50, pageCount: 1, total: data.length } } });

describe('/console/audit', () => {
  it('says who changed what, with personal data named only', async () => {
    stubServer({ 'GET /api/audit': () => aPage(ENTRY) });
    open(<AuditPage />, '/console/audit');
    for (const text of [
      'Meena Rao, in the console',
      'Desks changed',
      'post 41: A title',
      'title: A → B',
      'email (not shown)',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('has its filters in the address, and sends them', async () => {
    const server = stubServer({ 'GET /api/audit': () => aPage() });
    open(<AuditPage />, '/console/audit?action=publish');
    await type('Record', 'post:41');
    await press('Filter');
    await waitFor(() => expect(place()).toBe('/console/audit?resource=post%3A41&action=publish'));
    await waitFor(() =>
      expect(server.calls.at(-1)?.search).toBe('?page=1&pageSize=50&resource=post:41&action=publish'),
    );
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  });
});

const MEMBER = {
  id: 2_000_000_001,
  email: 'meena@example.com',
  first_name: 'Meena',
  last_name: 'Rao',
  role: 10,
  desks: ['shop'],
  blocked: false,
  pending: false,
  invited: false,
  sessions: 1,
  last_used_at: '2026-11-28T06:30:00.000Z',
};

describe('/console/staff', () => {
  it('lists the accounts with what they may do', async () => {
    stubServer({ 'GET /api/staff': () => Response.json({ data: [MEMBER] }) });
    open(<StaffPage />, '/console/staff');
    const row = (await screen.findByText('Meena Rao')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['meena@example.com', 'Books and orders', 'Active'])
      expect(within(row).getByText(text)).toBeTruthy();
  });

  it('invites an editor with desks', async () => {
    const server = stubServer({
      'GET /api/staff': () => Response.json({ data: [] }),
      'POST /api/staff': () => Response.json({ data: MEMBER }, { status: 201 }),
    });
    open(<StaffPage />, '/console/staff');
    await press('Invite');
    await type('E-mail address', 'meena@example.com');
    fireEvent.click(await screen.findByLabelText('Cancel orders and refund'));
    await press('Send invitation');
    expect(await screen.findByText('The invitation is on its way')).toBeTruthy();
    const sent = server.calls.find(({ call }) => call === 'POST /api/staff');
    expect(sent?.body).toEqual({
      email: 'meena@example.com',
      role: 10,
      desks: ['news', 'publish', 'shop', 'refund', 'directory'],
    });
  });

  it('says why the last administrator stays', async () => {
    const owner = { ...MEMBER, role: ADMINISTRATOR, first_name: 'Asha' };
    const server = stubServer({
      'GET /api/staff': () => Response.json({ data: [owner] }),
      [`PUT /api/staff/${owner.id}`]: failure(409, 'A site needs an administrator: this is the last one'),
    });
    open(<StaffPage />, '/console/staff');
    await press('Block Asha Rao');
    expect(await screen.findByText('A site needs an administrator: this is the last one')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ blocked: true });
  });
});
