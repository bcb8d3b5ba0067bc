// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { addConsolePages } from '../page-table.ts';
import { NewsletterPage } from './newsletter-page.tsx';
import { SubscribersPage } from './subscribers-page.tsx';
import { Pages } from '../../../testing/pages.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(leavePage);

const ADMINISTRATOR = 11;

function open(element: ReactNode, pattern: string, path: string): void {
  showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <Pages of={{ [pattern]: element }} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
  ).logIn(ADMINISTRATOR);
}

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
    open(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
    const row = (await screen.findByText('asha@example.in')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['Gets the newsletter', 'Newsletter form', 'Confirmed by the link in our mail'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Export CSV')).toHaveLength(1);
  });

  it('shows what an import would do before it imports, and needs words about the consent', async () => {
    const outcome = { added: 1, unchanged: 0, unsubscribed: 1, invalid: [{ row: 3, text: 'Ravi' }] };
    const server = stubServer({
      'GET /api/subscribers': () => Response.json(page(READER)),
      'POST /api/subscribers/import': () => Response.json({ data: outcome }),
    });
    open(<SubscribersPage />, '/console/subscribers', '/console/subscribers');
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

const ISSUE = {
  id: 7,
  rev: 3,
  subject: 'News of July',
  state: 'draft',
  send_at: null,
  started_at: null,
  ended_at: null,
  updated_at: '2026-11-01T06:30:00.000Z',
  problem: null,
  counts: null,
  sections: [
    { kind: 'text', heading: '', text: 'Hello' },
    { kind: 'article', id: 5, title: 'Bail', text: '', path: '/bail' },
  ],
  audience: 1_204,
  mails_per_minute: 300,
};
const openIssue = () => open(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/7');

describe('/console/newsletters/:id', () => {
  it('saves what was changed, in its order, before it sends a test', async () => {
    let rev = 3;
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
      'PUT /api/newsletter-issues/7': () => {
        rev += 1;
        return Response.json({ data: { ...ISSUE, rev } });
      },
      'POST /api/newsletter-issues/7/test': () => Response.json({}, { status: 202 }),
    });
    openIssue();
    await screen.findByDisplayValue('News of July');
    await type('Text', 'Dear readers');
    await press('Move Text 1 down');
    await press('Send a test to me');
    expect(await screen.findByText('A test mail is on its way to you.')).toBeTruthy();
    const writes = server.calls.filter(({ call }) => !call.startsWith('GET'));
    expect(writes.map(({ call }) => call)).toEqual([
      'PUT /api/newsletter-issues/7',
      'POST /api/newsletter-issues/7/test',
    ]);
    expect(writes[0]?.body).toEqual({
      data: {
        rev: 3,
        subject: 'News of July',
        sections: [ISSUE.sections[1], { kind: 'text', heading: '', text: 'Dear readers' }],
      },
    });
  });

  it('says how many readers get it, and shows what the service rejects', async () => {
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
      'POST /api/newsletter-issues/7/send': failure(409, 'There are 1300 readers now.'),
    });
    openIssue();
    await screen.findByDisplayValue('News of July');
    await press('Send …');
    expect(
      await screen.findByText(/It goes to 1204 readers, one mail each, in about 5 minutes/),
    ).toBeTruthy();
    await press('Send to 1204 readers');
    expect(await screen.findByText('There are 1300 readers now.')).toBeTruthy();
    expect(server.calls.at(-1)?.body).toEqual({ rev: 3, audience: 1_204 });
  });

  it('shows one that goes out with its counts, and pauses it', async () => {
    const counts = { recipients: 10, sent: 4, waiting: 5, failed: 1, skipped: 0 };
    const sending = { ...ISSUE, state: 'sending', started_at: ISSUE.updated_at, counts };
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: sending }),
      'POST /api/newsletter-issues/7/pause': () => Response.json({ data: { ...sending, state: 'paused' } }),
    });
    openIssue();
    const delivered = await screen.findByText('Delivered');
    expect(delivered.parentElement?.textContent).toBe('Delivered4');
    await press('Pause');
    expect(await screen.findByText('Paused. Mails that are on their way still arrive.')).toBeTruthy();
    expect(server.calls.some(({ call }) => call === 'POST /api/newsletter-issues/7/pause')).toBe(true);
  });

  it('creates a new one with its first save, and moves to its own address', async () => {
    stubServer({
      'POST /api/newsletter-issues': () => Response.json({ data: ISSUE }, { status: 201 }),
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
    });
    open(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/new');
    await screen.findByLabelText('Subject');
    // Nothing is stored that could be sent.
    expect(screen.queryByText('Send …')).toBeNull();
    await type('Subject', 'News of July');
    await press('Save draft');
    await waitFor(() => expect(place()).toBe('/console/newsletters/7'));
  });
});
