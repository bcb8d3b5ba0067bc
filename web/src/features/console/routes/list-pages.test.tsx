// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { DirectoryListEntryPage } from './list-entry-page.tsx';
import { DirectoryListPage, ShopListPage } from './list-page.tsx';

addConsolePages();
beforeEach(() => {
  stubAntdBrowser();
  stubDialogs();
});
afterEach(leavePage);

const PAGES = {
  '/console/directory-lists': <DirectoryListPage />,
  '/console/directory-lists/:list': <DirectoryListPage />,
  '/console/directory-lists/:list/:id': <DirectoryListEntryPage />,
  '/console/shop-lists/:list': <ShopListPage />,
};
const open = (path: string) => openConsolePages(PAGES, path);

const entry = (id: number, name: string, values: object = {}) => ({
  id,
  name,
  place: 'Maharashtra',
  used_by: {},
  uses: 0,
  same_name: 0,
  updated_at: '2026-11-20T06:30:00.000Z',
  ...values,
});
const page = (...data: object[]) => ({
  data,
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: data.length } },
});

describe('the lists of names', () => {
  it('show what names each entry, and lead from one to the other', async () => {
    stubServer({
      'GET /api/reference-lists/cities': () =>
        Response.json(
          page(
            entry(3, 'Pune', { used_by: { lawyers: 12, courts: 1 }, uses: 13, same_name: 1 }),
            entry(4, 'Poona'),
          ),
        ),
      'GET /api/reference-lists/specializations': () => Response.json(page(entry(1, 'Tax', { place: '' }))),
      'GET /api/catalog-jobs': () => Response.json({ data: [] }),
    });
    open('/console/directory-lists/cities');
    const link = await screen.findByRole('link', { name: 'Pune' });
    expect(link.getAttribute('href')).toBe('/console/directory-lists/cities/3');
    const row = within(link.closest('tr') as HTMLElement);
    row.getAllByText('12 profiles, 1 court');
    row.getAllByText('Same name twice');
    const lists = within(screen.getByRole('navigation', { name: 'Lists' }));
    expect(lists.getByRole('link', { name: 'Cities' }).getAttribute('aria-current')).toBe('page');
    expect(lists.getByRole('link', { name: 'Languages' }).getAttribute('href')).toBe(
      '/console/directory-lists/languages',
    );
    expect(lists.queryByRole('link', { name: 'Publishers' })).toBeNull();
  });

  it('begin with the first one', async () => {
    stubServer({
      'GET /api/reference-lists/specializations': () => Response.json(page(entry(1, 'Tax', { place: '' }))),
      'GET /api/catalog-jobs': () => Response.json({ data: [] }),
    });
    open('/console/directory-lists');
    expect(await screen.findByRole('link', { name: 'Tax' })).toBeTruthy();
  });

  it('are no lists of another desk', async () => {
    stubServer({});
    open('/console/shop-lists/cities');
    expect(await screen.findByText('There is no such page in the console')).toBeTruthy();
  });

  it('say what loses an entry before it is deleted', async () => {
    const server = stubServer({
      'GET /api/reference-lists/cities': () =>
        Response.json(page(entry(3, 'Pune', { used_by: { lawyers: 12 }, uses: 12 }))),
      'GET /api/catalog-jobs': () => Response.json({ data: [] }),
      'DELETE /api/cities/3': () => Response.json({ data: { id: 3, attributes: { name: 'Pune' } } }),
    });
    open('/console/directory-lists/cities');
    fireEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText(
      /12 profiles will be without it\. To move them to another entry, merge instead\./,
    );
    await press('Delete');
    await expect.poll(() => server.calls.map(({ call }) => call)).toContain('DELETE /api/cities/3');
  });

  it('have a form for one entry, with its places', async () => {
    stubServer({
      'GET /api/cities/3': () =>
        Response.json({
          data: {
            id: 3,
            attributes: {
              name: 'Pune',
              country_state: { data: { id: 7, attributes: { name: 'Maharashtra' } } },
              state_district: { data: null },
            },
          },
        }),
      'GET /api/country-states/7': () =>
        Response.json({ data: { id: 7, attributes: { name: 'Maharashtra' } } }),
      'GET /api/reference-lists/country-states': () =>
        Response.json(page(entry(7, 'Maharashtra', { place: '' }))),
      'GET /api/reference-lists/state-districts': () => Response.json(page()),
    });
    open('/console/directory-lists/cities/3');
    await screen.findByRole('heading', { name: 'Pune' });
    await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Pune');
    await screen.findByText('Maharashtra');
    screen.getByLabelText('District');
  });
});
