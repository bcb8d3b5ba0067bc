// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { CalendarPage } from './calendar-page.tsx';

addConsolePages();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T20:00:00.000Z') });
  stubDialogs();
});
afterEach(() => {
  vi.useRealTimers();
  leavePage();
});

const post = (id: number, title: string, attributes: object = {}) => ({
  id,
  attributes: { title, publishedAt: null, updatedAt: '2026-11-20T10:00:00.000Z', ...attributes },
});
const LIVE = [
  post(1, 'Last night', { publishedAt: '2026-11-28T18:00:00.000Z' }),
  post(2, 'Bail', { publishedAt: '2026-11-29T04:30:00.000Z' }),
];
const EMBARGOED = [post(3, 'Judgment', { embargo_until: '2026-11-30T05:30:00.000Z' })];
const DRAFTS = [post(4, 'A draft')];
/** The working copy of every article. */
let copy: object | null = null;
afterEach(() => void (copy = null));

/** Responds with the articles of November 2026, and with none of other months. */
function open(path = '/console/posts/calendar', role = 11, schedule?: () => Response) {
  const server = stubServer({
    'GET /api/posts': ({ url }) => {
      const search = decodeURIComponent(new URL(url).search);
      const isNovember = search.includes('2026-10-31T18:30:00.000Z');
      const data = search.includes('[embargo_until][$gte]')
        ? EMBARGOED
        : search.includes('[publishedAt][$gte]')
          ? LIVE
          : DRAFTS;
      const shown = data === DRAFTS || isNovember ? data : [];
      return Response.json({
        data: shown,
        meta: { pagination: { total: shown.length }, working_copies: [] },
      });
    },
    'GET /api/posts/4/working-copy': () => Response.json({ data: copy }),
    'GET /api/posts/2/working-copy': () => Response.json({ data: copy }),
    ...(schedule === undefined
      ? {}
      : { 'POST /api/posts/4/schedule': schedule, 'POST /api/posts/2/schedule': schedule }),
  });
  showPage(
    <NoticesProvider>
      <CalendarPage />
    </NoticesProvider>,
    path,
  ).logIn(role);
  return server;
}

const day = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
const entryOf = (button: HTMLElement) => within(button.closest('td') ?? button).getByRole('link').textContent;

describe('the calendar', () => {
  it('has articles on their day in India, with time and state', async () => {
    open();
    const today = await day('29 November 2026, today: one article');
    expect(entryOf(today)).toBe('10:00 Scheduled Bail');
    const before = await day('28 November 2026: one article');
    expect(entryOf(before)).toBe('23:30 Published Last night');
    const after = await day('30 November 2026: one article');
    expect(entryOf(after)).toBe('11:00 Embargo ends Judgment');
    expect(await screen.findByRole('link', { name: 'A draft' })).toBeTruthy();
  });

  it('moves between days and months by the arrow keys', async () => {
    open();
    const today = await day('29 November 2026');
    today.focus();
    fireEvent.keyDown(today, { key: 'ArrowUp' });
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-22');
    fireEvent.keyDown(await day('30 November 2026'), { key: 'ArrowRight' });
    await day('Tuesday, 1 December 2026: no articles');
    expect(place()).toBe('/console/posts/calendar?month=2026-12');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-12-01'));
    await press('Previous month');
    fireEvent.click(await day('30 November 2026'));
    expect(document.activeElement?.textContent).toBe('11:00 Embargo ends Judgment');
    await day('29 November 2026');
    expect(place()).toBe('/console/posts/calendar');
  });

  it('shows the month of its address, and this month for an address without one', async () => {
    open('/console/posts/calendar?month=2027-02');
    await screen.findByText('February 2027');
    expect(await screen.findAllByRole('button', { name: /February 2027: / })).toHaveLength(28);
    await press('This month');
    await screen.findByText('November 2026');
  });

  it('gives a draft its day, at a time of India that is still to come', async () => {
    const server = open(undefined, 11, () => Response.json({ data: DRAFTS[0], meta: {} }));
    await press('Schedule A draft');
    await type('Goes live at (India time)', '2026-11-29T01:00');
    await press('Schedule');
    await screen.findByText('Give a time that is still to come');
    await type('Goes live at (India time)', '2026-12-02T10:00');
    await press('Schedule');
    await screen.findByText('Scheduled');
    const call = server.calls.find((one) => one.call === 'POST /api/posts/4/schedule');
    expect(call?.body).toEqual({ data: { at: '2026-12-02T04:30:00.000Z' } });
  });

  it('gives no day to a draft of which somebody has typed more than is saved', async () => {
    copy = { seq: 3, values: { content: '<p>All of the text</p>' } };
    const server = open(undefined, 11, () => Response.json({ data: DRAFTS[0], meta: {} }));
    await press('Schedule A draft');
    await type('Goes live at (India time)', '2026-12-02T10:00');
    await press('Schedule');
    await screen.findByText('It has changes that are not saved: open it, and schedule it there');
    expect(server.calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });

  it('gives a scheduled article another time, with unpublished changes or without', async () => {
    copy = { seq: 3, values: { content: '<p>Typed since</p>' } };
    const server = open(undefined, 11, () => Response.json({ data: LIVE[1], meta: {} }));
    await press('Move Bail');
    expect(screen.getByLabelText<HTMLInputElement>('Goes live at (India time)').value).toBe(
      '2026-11-29T10:00',
    );
    await type('Goes live at (India time)', '2026-11-30T10:00');
    await press('Change the time');
    await screen.findByText('Scheduled');
    const call = server.calls.find((one) => one.call === 'POST /api/posts/2/schedule');
    expect(call?.body).toEqual({ data: { at: '2026-11-30T04:30:00.000Z' } });
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-30'));
  });

  it('offers no times to somebody who may not publish', async () => {
    open(undefined, 10);
    await screen.findByText('A draft');
    expect(screen.queryByRole('button', { name: /Schedule|Move/ })).toBeNull();
  });

  it('says why a draft cannot have its day', async () => {
    open(undefined, 11, failure(409, 'Under embargo until 2026-12-05'));
    await press('Schedule A draft');
    await type('Goes live at (India time)', '2026-12-02T10:00');
    await press('Schedule');
    expect(await screen.findByText('Under embargo until 2026-12-05')).toBeTruthy();
  });
});
