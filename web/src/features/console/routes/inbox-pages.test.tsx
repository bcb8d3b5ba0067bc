// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, missingFor, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { InboxPage } from './inbox-page.tsx';
import { MessagePage } from './message-page.tsx';

addConsolePages();
beforeEach(() => stubAntdBrowser());
afterEach(leavePage);

const ID = 'a'.repeat(40);

const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});
const ROW = {
  id: ID,
  rev: 3,
  name: 'Asha Rao',
  email: 'asha@example.in',
  subject: 'A book',
  state: 'new',
  assignee: 12,
  received_at: '2026-11-01T06:30:00.000Z',
  replies: 0,
  replied_at: null,
};
const MESSAGE = { ...ROW, message: 'Is it in print?', thread: [], reply_problem: null };
const COLLEAGUES = {
  'GET /api/staff/people': () => Response.json({ data: [{ id: 12, name: 'Meena Iyer', desks: ['people'] }] }),
};
const TEMPLATES = {
  'GET /api/reply-templates': () =>
    Response.json(
      page({
        id: 4,
        rev: 1,
        title: 'Returns',
        text: 'Dear {name},\nplease wait.',
        updated_at: ROW.received_at,
      }),
    ),
};

describe('/console/inbox', () => {
  it('lists messages with their writers and who looks after them', async () => {
    stubServer({ ...COLLEAGUES, 'GET /api/contact-messages': () => Response.json(page(ROW)) });
    openConsolePage(<InboxPage />, '/console/inbox', '/console/inbox');
    const row = (await screen.findByText('A book')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['Asha Rao, asha@example.in', 'New'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect((await within(row).findAllByText('Meena Iyer')).length).toBeGreaterThan(0);
    // No export that the audit log does not see.
    expect(screen.queryByText('Export CSV')).toBeNull();
  });
});

describe('/console/inbox/:id', () => {
  const openMessage = () => openConsolePage(<MessagePage />, '/console/inbox/:id', `/console/inbox/${ID}`);

  it('replies with a template and own words, and shows the reply with the state of its mail', async () => {
    let message: object = MESSAGE;
    const server = stubServer({
      ...COLLEAGUES,
      ...TEMPLATES,
      [`GET /api/contact-messages/${ID}`]: () => Response.json({ data: message }),
      [`POST /api/contact-messages/${ID}/reply`]: () => {
        const reply = { number: 1, text: 'Yes', at: ROW.received_at, by: 12, state: 'failed' };
        message = { ...MESSAGE, rev: 4, state: 'done', replies: 1, thread: [reply] };
        return Response.json({ data: message }, { status: 201 });
      },
    });
    openMessage();
    await screen.findByText('Is it in print?');
    expect(await missingFor('Send, and done')).toBe('Write a reply first.');
    await type('Reply', 'Hello');
    expect(await missingFor('Send')).toBeNull();
    fireEvent.change(await screen.findByLabelText('Add a template'), { target: { value: '4' } });
    await press('Send, and done');
    const reply = await screen.findByLabelText('Reply 1');
    expect(await within(reply).findByText(/Meena Iyer/)).toBeTruthy();
    expect(within(reply).getByText('Could not be delivered. Please check the address.')).toBeTruthy();
    const sent = server.calls.find(({ call }) => call.startsWith('POST'));
    expect(sent?.body).toEqual({
      data: { rev: 3, text: 'Hello\n\nDear Asha Rao,\nplease wait.', is_done: true },
    });
  });

  it('leaves the words in the field when a colleague was faster', async () => {
    stubServer({
      ...COLLEAGUES,
      ...TEMPLATES,
      [`GET /api/contact-messages/${ID}`]: () => Response.json({ data: MESSAGE }),
      [`POST /api/contact-messages/${ID}/reply`]: failure(409, 'The message has changed meanwhile.'),
    });
    openMessage();
    await screen.findByText('Is it in print?');
    await type('Reply', 'Hello');
    await press('Send');
    expect(await screen.findByText('The message has changed meanwhile.')).toBeTruthy();
    expect(screen.getByDisplayValue('Hello')).toBeTruthy();
  });

  it('assigns the message, moves it to spam, and says why nobody can reply', async () => {
    const problem = 'This message came without an e-mail address.';
    const server = stubServer({
      ...COLLEAGUES,
      ...TEMPLATES,
      [`GET /api/contact-messages/${ID}`]: () =>
        Response.json({ data: { ...MESSAGE, email: null, assignee: null, reply_problem: problem } }),
      [`PUT /api/contact-messages/${ID}`]: () => Response.json({ data: MESSAGE }),
    });
    openMessage();
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.queryByLabelText('Reply')).toBeNull();
    await screen.findByText('Meena Iyer');
    fireEvent.change(screen.getByLabelText('Looked after by'), { target: { value: '12' } });
    expect(await screen.findByText('Looked after by Meena Iyer.')).toBeTruthy();
    await press('Spam');
    expect(await screen.findByText(/^Moved to spam/)).toBeTruthy();
    const bodies = server.calls.flatMap(({ call, body }) => (call.startsWith('PUT') ? [body] : []));
    expect(bodies).toEqual([{ data: { rev: 3, assignee: 12 } }, { data: { rev: 3, state: 'spam' } }]);
  });
});
