// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { RedirectPage } from './redirect-page.tsx';
import { RedirectsPage } from './redirects-page.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const ROW = {
  id: 1,
  from: '/old',
  to: '/new',
  code: '301',
  note: null,
  final: '/newest',
  updated_at: '2026-11-20T06:30:00.000Z',
};
const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});

describe('/console/redirects', () => {
  it('lists redirects with where they end, and what stands before them', async () => {
    stubServer({
      'GET /api/redirects': () => Response.json(page(ROW, { ...ROW, id: 2, from: '/about', note: 'page' })),
    });
    openConsolePages({ '/console/redirects': <RedirectsPage /> }, '/console/redirects');
    const rowOf = async (text: string) => {
      const row = (await screen.findByText(text)).closest('tr');
      if (row === null) throw new Error('no row');
      return within(row);
    };
    expect((await rowOf('/old')).getAllByText('Leads on to /newest').length).toBeGreaterThan(0);
    expect((await rowOf('/about')).getAllByText(/A page has this address/).length).toBeGreaterThan(0);
  });

  it('checks a file first, with the error of each row, and then imports it', async () => {
    const result = {
      added: 1,
      changed: 0,
      unchanged: 0,
      failed: [{ row: 3, from: '/x', message: 'to must be a path' }],
    };
    const server = stubServer({
      'GET /api/redirects': () => Response.json(page()),
      'POST /api/redirects/import': () => Response.json({ data: result }),
    });
    openConsolePages({ '/console/redirects': <RedirectsPage /> }, '/console/redirects');
    await press('Import CSV');
    await type('Rows', 'from,to\n/old,/new\n/x,y');
    await press('Check the file');
    expect(await screen.findByText('Row 3, /x: to must be a path')).toBeTruthy();
    await press('Import 1 redirect');
    expect(await screen.findByText('1 redirect imported.')).toBeTruthy();
    const csv = 'from,to\n/old,/new\n/x,y';
    expect(server.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { csv, dry_run: true },
      { csv },
    ]);
  });
});

describe('/console/redirects/new', () => {
  it('creates a redirect', async () => {
    const server = stubServer({
      'GET /api/redirects': () => Response.json(page()),
      'POST /api/redirects': () => Response.json({ data: ROW }, { status: 201 }),
    });
    openConsolePages(
      { '/console/redirects/:id': <RedirectPage />, '/console/redirects': <p>The list</p> },
      '/console/redirects/new',
    );
    await type('Old address', '/old');
    await type('New address', '/new');
    await press('Create');
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(server.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      from: '/old',
      to: '/new',
    });
  });
});
