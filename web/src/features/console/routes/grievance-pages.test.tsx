// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Grievance } from '@vidhi/contracts/grievances.ts';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, press, recordSavedFiles, showPage, type } from '../../../testing/show-page.tsx';
import { slugOf, timeLeft } from '../grievances/grievance-api.ts';
import { aSite } from '../../../testing/site.ts';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { addConsolePages } from '../page-table.ts';
import { GrievancePage } from './grievance-page.tsx';
import { GrievancesPage } from './grievances-page.tsx';

addConsolePages();
beforeEach(() => stubAntdBrowser());
afterEach(leavePage);

const ADMINISTRATOR = 11;
const ID = 'a'.repeat(40);
const DAY_MS = 86_400_000;

function open(element: ReactNode, pattern: string, path: string): void {
  showPage(
    <SiteProvider value={aSite()}>
      <NoticesProvider>
        <ConfirmProvider>
          <Pages of={{ [pattern]: element }} />
        </ConfirmProvider>
      </NoticesProvider>
    </SiteProvider>,
    path,
  ).logIn(ADMINISTRATOR);
}

const GRIEVANCE: Grievance = {
  id: ID,
  number: 'GR-0007',
  rev: 3,
  name: 'Asha Rao',
  email: 'asha@example.in',
  category: 'privacy',
  link: 'https://vidhi.example/gst/a-report?x=<b>',
  state: 'open',
  assignee: 12,
  received_at: new Date(Date.now() - 20 * DAY_MS).toISOString(),
  due_at: new Date(Date.now() - 4.5 * DAY_MS).toISOString(),
  outcome: null,
  decided_at: null,
  text: 'It shows <b>my</b> house.',
  acknowledgement: 'sent',
  decision: null,
};
const DECIDED: Grievance = {
  ...GRIEVANCE,
  rev: 4,
  state: 'decided',
  outcome: 'partly',
  decision: {
    outcome: 'partly',
    reason: 'The picture was wrong.',
    measure: 'corrected',
    post_id: 41,
    at: GRIEVANCE.received_at,
    by: 12,
    mail: 'waiting',
  },
};
const MONTH = {
  month: '2026-11',
  received: 3,
  disposed: 2,
  upheld: 1,
  partly: 0,
  rejected: 1,
  late: 1,
  pending: 1,
};
const COLLEAGUES = {
  'GET /api/staff/people': () => Response.json({ data: [{ id: 12, name: 'Meena Iyer', desks: ['people'] }] }),
};
const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});

it('tells the time to decide in days', () => {
  const now = Date.parse('2026-11-29T10:00:00.000Z');
  const texts = ['2026-12-14T10:00:00.000Z', '2026-11-30T12:00:00.000Z', '2026-11-29T20:00:00.000Z'];
  expect(texts.map((at) => timeLeft(at, now))).toEqual(['15 days left', '1 day left', 'Due within a day']);
  expect(timeLeft('2026-11-28T12:00:00.000Z', now)).toBe('1 day overdue');
});

it.each([
  ['https://a.example/gst/a-report/?x=1', 'a-report'],
  ['https://other.example/gst/a-report', ''],
  ['no address', ''],
])('takes the slug of %j as %j', (link, slug) => {
  expect(slugOf(link, 'a.example')).toBe(slug);
});

describe('/console/grievances', () => {
  it('lists what is to be decided with the time left, and the register with a file of each month', async () => {
    const files = recordSavedFiles();
    const server = stubServer({
      ...COLLEAGUES,
      'GET /api/grievances': () => Response.json(page(GRIEVANCE)),
      'GET /api/grievances/register': () => Response.json({ data: [MONTH] }),
      'GET /api/grievances/register.csv': () => new Response('number\r\nGR-0007\r\n'),
    });
    open(<GrievancesPage />, '/console/grievances', '/console/grievances');
    const row = (await screen.findByText('GR-0007')).closest('tr');
    if (row === null) throw new Error('no row');
    for (const text of ['5 days overdue', 'It invades somebody’s privacy', 'Asha Rao, asha@example.in'])
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    expect(
      await screen.findByText('3 received, 2 disposed of (1 justified, 1 not justified, 1 late), 1 pending'),
    ).toBeTruthy();
    expect(screen.queryByText('Export CSV')).toBeNull();
    await press('CSV of November 2026');
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['grievances-2026-11.csv']));
    expect(server.calls.at(-1)?.search).toBe('?month=2026-11');
  });
});

describe('/console/grievances/:id', () => {
  const openOne = () => open(<GrievancePage />, '/console/grievances/:id', `/console/grievances/${ID}`);

  it('decides with a reason, and names the article that was corrected', async () => {
    let grievance = GRIEVANCE;
    const server = stubServer({
      ...COLLEAGUES,
      [`GET /api/grievances/${ID}`]: () => Response.json({ data: grievance }),
      'GET /api/posts': () => Response.json({ data: [{ id: 41, attributes: { title: 'A report' } }] }),
      [`POST /api/grievances/${ID}/decision`]: () => {
        grievance = DECIDED;
        return Response.json({ data: grievance }, { status: 201 });
      },
    });
    openOne();
    // As text, whatever was written.
    expect(await screen.findByText(GRIEVANCE.text)).toBeTruthy();
    expect(screen.getByText(GRIEVANCE.link).closest('a')).toBeNull();
    expect((await screen.findByRole('link', { name: 'A report' })).getAttribute('href')).toBe(
      '/console/posts/41',
    );
    await press('Decide and send');
    expect(await screen.findByText('Please choose a decision.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Decision'), { target: { value: 'partly' } });
    await press('Decide and send');
    expect(await screen.findByText('Please write the reasons: they are mailed.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('What was done about the page'), {
      target: { value: 'corrected' },
    });
    await type('Reasons', 'The picture was wrong.');
    await press('Decide and send');
    const decision = await screen.findByRole('article', { name: 'Decision' });
    expect(await within(decision).findByText('Justified in part')).toBeTruthy();
    expect(await within(decision).findByText(/Meena Iyer/)).toBeTruthy();
    const sent = server.calls.find(({ call }) => call.startsWith('POST'));
    expect(sent?.body).toEqual({
      data: {
        rev: 3,
        outcome: 'partly',
        reason: 'The picture was wrong.',
        measure: 'corrected',
        post_id: 41,
      },
    });
  });

  it('shows no article of the site for an address of another site', async () => {
    const link = 'https://other.example/gst/a-report';
    const server = stubServer({
      ...COLLEAGUES,
      [`GET /api/grievances/${ID}`]: () => Response.json({ data: { ...GRIEVANCE, link } }),
    });
    openOne();
    expect(await screen.findByText(link)).toBeTruthy();
    expect(server.calls.map(({ call }) => call)).not.toContain('GET /api/posts');
  });

  it('moves spam away, and is looked after by somebody else', async () => {
    const server = stubServer({
      ...COLLEAGUES,
      [`GET /api/grievances/${ID}`]: () => Response.json({ data: GRIEVANCE }),
      'GET /api/posts': () => Response.json({ data: [] }),
      [`PUT /api/grievances/${ID}`]: () => Response.json({ data: { ...GRIEVANCE, rev: 4 } }),
    });
    openOne();
    await press('Spam');
    await press('I look after it');
    await waitFor(() =>
      expect(
        server.calls
          .filter(({ call }) => call.startsWith('PUT'))
          .map(({ body }) => (body as { data: object }).data),
      ).toContainEqual({ rev: 3, state: 'spam' }),
    );
  });
});
