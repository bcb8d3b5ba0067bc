// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { NewsletterPage } from './newsletter-page.tsx';

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
  readers: { categories: [], languages: [] },
  audience: 1_204,
  mails_per_minute: 300,
};
const openIssue = () =>
  openConsolePage(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/7');

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
        readers: ISSUE.readers,
      },
    });
  });

  it('limits it to readers who have chosen a category and a language', async () => {
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
      'GET /api/categories': () =>
        Response.json(page({ id: 1, attributes: { name: 'GST', slug: 'gst' } }, { id: 2, attributes: {} })),
      'PUT /api/newsletter-issues/7': () => Response.json({ data: { ...ISSUE, rev: 4 } }),
    });
    openIssue();
    await press('Choose readers');
    fireEvent.click(await screen.findByLabelText('GST'));
    const { search = '' } = server.calls.find(({ call }) => call === 'GET /api/categories') ?? {};
    expect(search).toContain(
      'filters[$and][0][show_nav][$eq]=true&filters[$and][1][posts][id][$notNull]=true',
    );
    fireEvent.click(screen.getByLabelText('Hindi'));
    expect(screen.getByText(/^For readers of what is ticked/)).toBeTruthy();
    await press('Save');
    await screen.findByText('All changes are saved.');
    expect(server.calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
      data: { readers: { categories: ['gst'], languages: ['hi'] } },
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
    const sent = server.calls.find(({ call }) => call.endsWith('/send'));
    expect(sent?.body).toEqual({ rev: 3, audience: 1_204 });
  });

  it('shows one that goes out with its counts, and pauses it', async () => {
    const counts = { recipients: 10, sent: 4, waiting: 5, failed: 1, skipped: 0, bounced: 3 };
    const sending = { ...ISSUE, state: 'sending', started_at: ISSUE.updated_at, counts };
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: sending }),
      'POST /api/newsletter-issues/7/pause': () => Response.json({ data: { ...sending, state: 'paused' } }),
    });
    openIssue();
    const delivered = await screen.findByText('Delivered');
    expect(delivered.parentElement?.textContent).toBe('Delivered4');
    expect(screen.getByText('Came back').parentElement?.textContent).toBe('Came back3');
    await press('Pause');
    expect(await screen.findByText('Paused. Mails that are on their way still arrive.')).toBeTruthy();
    expect(server.calls.some(({ call }) => call === 'POST /api/newsletter-issues/7/pause')).toBe(true);
  });

  it('creates a new one with its first save, and moves to its own address', async () => {
    stubServer({
      'POST /api/newsletter-issues': () => Response.json({ data: ISSUE }, { status: 201 }),
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
    });
    openConsolePage(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/new');
    await screen.findByLabelText('Subject');
    // Nothing is stored that could be sent.
    expect(screen.queryByText('Send …')).toBeNull();
    await type('Subject', 'News of July');
    await press('Save draft');
    await waitFor(() => expect(place()).toBe('/console/newsletters/7'));
  });

  it('stays with what is typed while a new one is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const server = stubServer({
      'POST /api/newsletter-issues': async () => promise,
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
      'PUT /api/newsletter-issues/7': () => Response.json({ data: { ...ISSUE, rev: 4 } }),
    });
    openConsolePage(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/new');
    await type('Subject', 'News');
    await press('Save draft');
    await waitFor(() => expect(server.calls).toHaveLength(1));
    await type('Subject', 'News of July and August');
    resolve(Response.json({ data: { ...ISSUE, subject: 'News' } }, { status: 201 }));
    // It has an id now.
    await press('Save');
    const update = () => server.calls.find(({ call }) => call === 'PUT /api/newsletter-issues/7');
    await waitFor(() => expect(update()).toBeTruthy());
    expect(update()?.body).toMatchObject({ data: { subject: 'News of July and August', rev: 3 } });
    expect(location.pathname).toBe('/console/newsletters/7');
  });

  it('shows the number of readers of this moment after a conflict, and sends to them', async () => {
    let audience = 1_204;
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: { ...ISSUE, audience } }),
      'POST /api/newsletter-issues/7/send': failure(409, 'There are 1300 readers now.'),
    });
    openIssue();
    await press('Send …');
    audience = 1_300;
    await press('Send to 1204 readers');
    await press('Send to 1300 readers');
    const sent = () => server.calls.filter(({ call }) => call.endsWith('/send')).map(({ body }) => body);
    await waitFor(() =>
      expect(sent()).toEqual([
        { rev: 3, audience: 1_204 },
        { rev: 3, audience: 1_300 },
      ]),
    );
  });

  const THEIRS = {
    ...ISSUE,
    rev: 4,
    subject: 'Theirs',
    sections: [{ kind: 'text', heading: '', text: 'T' }],
  };
  async function meetConflict(change: object = {}) {
    let stored: object = ISSUE;
    const server = stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: stored }),
      'PUT /api/newsletter-issues/7': failure(409, 'The newsletter has changed meanwhile.'),
    });
    openIssue();
    await type('Subject', 'Mine');
    stored = { ...THEIRS, ...change };
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Theirs/)).toBeTruthy();
    return { server, dialog };
  }

  it('saves over what somebody else has stored after a question', async () => {
    const { server, dialog } = await meetConflict();
    server.responses['PUT /api/newsletter-issues/7'] = () =>
      Response.json({ data: { ...THEIRS, rev: 5, subject: 'Mine' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save mine' }));
    await screen.findByText('All changes are saved.');
    const last = server.calls.filter(({ call }) => call.startsWith('PUT')).at(-1);
    expect(last?.body).toMatchObject({ data: { rev: 4, subject: 'Mine' } });
  });

  it('shows the text and the readers of both in the question', async () => {
    const { dialog } = await meetConflict({ readers: { categories: ['gst'], languages: ['hi'] } });
    const theirs = within(dialog.getByRole('region', { name: 'Their newsletter' }));
    expect(theirs.getByText(/Categories: gst\. Languages: Hindi\./)).toBeTruthy();
    const mine = within(dialog.getByRole('region', { name: 'Your newsletter' }));
    expect(mine.getByText(/^Mine/)).toBeTruthy();
    expect(mine.getByText('For all readers.')).toBeTruthy();
  });

  it('takes what somebody else has stored', async () => {
    const { server, dialog } = await meetConflict();
    fireEvent.click(dialog.getByRole('button', { name: 'Take theirs' }));
    expect(await screen.findByDisplayValue('Theirs')).toBeTruthy();
    server.responses['PUT /api/newsletter-issues/7'] = () => Response.json({ data: { ...THEIRS, rev: 5 } });
    await type('Subject', 'Theirs and mine');
    await press('Save');
    await screen.findByText('All changes are saved.');
    expect(server.calls.filter(({ call }) => call.startsWith('PUT')).at(-1)?.body).toMatchObject({
      data: { rev: 4, subject: 'Theirs and mine' },
    });
  });

  it('keeps the text that is not saved when somebody else has sent it', async () => {
    let stored: object = ISSUE;
    stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: stored }),
      'PUT /api/newsletter-issues/7': failure(409, 'It is going out.'),
    });
    openIssue();
    await type('Subject', 'Mine');
    stored = {
      ...THEIRS,
      state: 'sending',
      counts: { recipients: 1, sent: 0, waiting: 1, failed: 0, skipped: 0 },
    };
    await press('Save');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/can no longer be changed/)).toBeTruthy();
    expect(screen.getByDisplayValue('Mine')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Take theirs' }));
    expect(await screen.findByText('Delivered')).toBeTruthy();
  });

  it('opens with what is stored now, not with a copy of an earlier page', async () => {
    let stored: object = ISSUE;
    stubServer({ 'GET /api/newsletter-issues/7': () => Response.json({ data: stored }) });
    const { store, unmount } = openIssue();
    await screen.findByDisplayValue('News of July');
    stored = THEIRS;
    unmount();
    openConsolePage(<NewsletterPage />, '/console/newsletters/:id', '/console/newsletters/7', store);
    expect(await screen.findByDisplayValue('Theirs')).toBeTruthy();
    expect(screen.queryByDisplayValue('News of July')).toBeNull();
  });

  it('shows the preview of the last save', async () => {
    let text = 'Hello';
    stubServer({
      'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }),
      'GET /api/newsletter-issues/7/preview': () =>
        Response.json({ data: { subject: 'News', text: `The mail: ${text}`, html_path: '/x' } }),
      'PUT /api/newsletter-issues/7': () => {
        text = 'Dear readers';
        return Response.json({ data: { ...ISSUE, rev: 4 } });
      },
    });
    openIssue();
    await press('Preview');
    await screen.findByText('The mail: Hello');
    await press('Close');
    await type('Text', 'Dear readers');
    await press('Preview');
    await screen.findByText(/^The mail:/);
    expect(screen.getByText(/^The mail:/).textContent).toBe('The mail: Dear readers');
  });

  it('keeps the focus when a part is moved to the end or removed', async () => {
    stubServer({ 'GET /api/newsletter-issues/7': () => Response.json({ data: ISSUE }) });
    openIssue();
    const down = await screen.findByRole('button', { name: 'Move Text 1 down' });
    down.focus();
    fireEvent.click(down);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Text 2 down');
    await press('Remove Article 1');
    expect(document.activeElement).toBe(screen.getByLabelText('Heading (optional)'));
    await press('Remove Text 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a text' }));
  });
});
