// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { SecurityPage } from './security-page.tsx';
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
  second_step: true,
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
    const stored = Promise.withResolvers<void>();
    const server = stubServer({
      'GET /api/staff': () => Response.json({ data: [] }),
      'POST /api/staff': async () => {
        await stored.promise;
        return Response.json({ data: MEMBER }, { status: 201 });
      },
    });
    const invitations = () => server.calls.filter(({ call }) => call === 'POST /api/staff');
    open(<StaffPage />, '/console/staff');
    await press('Invite');
    await type('E-mail address', 'meena@example.com');
    fireEvent.click(await screen.findByLabelText('Cancel orders and refund'));
    const send = await screen.findByRole('button', { name: 'Send invitation' });
    fireEvent.click(send);
    await waitFor(() => expect(invitations()).toHaveLength(1));
    // Impatiently.
    fireEvent.click(send);
    fireEvent.submit(screen.getByLabelText('E-mail address'));
    stored.resolve();
    expect(await screen.findByText('The invitation is on its way')).toBeTruthy();
    const [sent, ...others] = invitations();
    expect(others).toEqual([]);
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

describe('two-step login of others', () => {
  it('is reset by an administrator after a question', async () => {
    const server = stubServer({
      'GET /api/staff': () => Response.json({ data: [MEMBER] }),
      [`POST /api/staff/${MEMBER.id}/reset-second-step`]: () => Response.json({ data: MEMBER }),
    });
    open(<StaffPage />, '/console/staff');
    await press('Reset two-step login of Meena Rao');
    expect(server.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
    await press('Turn off');
    expect(await screen.findByText(/Two-step login of Meena Rao is off/)).toBeTruthy();
  });
});

const SESSIONS = [
  { id: 'a', browser: 'Firefox on Windows', isCurrent: true, lastUsedAt: '2026-11-28T06:30:00.000Z' },
  { id: 'b', browser: 'Chrome on Android', isCurrent: false, lastUsedAt: '2026-11-27T06:30:00.000Z' },
];
const OFF = { enabled: false, since: null, recovery_codes_left: 0, required: false };
const ON = { enabled: true, since: '2026-11-28T06:30:00.000Z', recovery_codes_left: 2, required: false };
const ENROLMENT = {
  enrolment: 'sealed',
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/vidhi.example:meena?secret=JBSWY3DPEHPK3PXP&issuer=vidhi.example',
};
const LOGIN = { jwt: 'a.eyJyb2xlIjoxMX0.c', user: { id: 7, first_name: 'Asha', last_name: 'Rao' } };
const state = (value: object) => ({
  'GET /api/auth/second-step': () => Response.json(value),
  'GET /api/auth/sessions': () => Response.json(SESSIONS),
});

describe('/console/security', () => {
  it('turns two-step login on by password, picture and code, and shows the recovery codes once', async () => {
    const server = stubServer({
      ...state(OFF),
      'POST /api/auth/second-step/enrolment': () => Response.json(ENROLMENT),
      'POST /api/auth/second-step/activation': () =>
        Response.json({ ...LOGIN, recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] }),
    });
    open(<SecurityPage />, '/console/security');
    await press('Turn on two-step login');
    await type('Current password', 'secret1');
    await press('Go on');
    expect(await screen.findByRole('figure', { name: 'QR code for your authenticator app' })).toBeTruthy();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await type('Code', '123456');
    await press('Turn on');
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
    const sent = server.calls.find(({ call }) => call.endsWith('/activation'));
    expect(sent?.body).toEqual({ enrolment: 'sealed', code: '123456' });
    await press('I have saved them');
    await waitFor(() => expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull());
  });

  it('warns of few recovery codes, and does not offer to turn off what the role needs', async () => {
    stubServer(state({ ...ON, required: true }));
    open(<SecurityPage />, '/console/security');
    expect(await screen.findByText(/2 recovery codes are left: make new ones soon/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });

  it('lists the browsers, and logs out one or all others', async () => {
    const server = stubServer({
      ...state(OFF),
      'DELETE /api/auth/sessions/b': () => new Response(null, { status: 204 }),
      'POST /api/auth/logout-others': () => new Response(null, { status: 204 }),
    });
    open(<SecurityPage />, '/console/security');
    expect(await screen.findByText('Firefox on Windows')).toBeTruthy();
    await press('Log out Chrome on Android');
    expect(await screen.findByText('Chrome on Android is logged out')).toBeTruthy();
    await press('Log out everywhere else');
    expect(await screen.findByText('All other browsers are logged out')).toBeTruthy();
    expect(server.calls.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['DELETE /api/auth/sessions/b', 'POST /api/auth/logout-others']),
    );
  });
});
