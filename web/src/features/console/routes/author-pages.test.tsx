// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePages } from '../../../testing/console-page.tsx';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { AuthorPage } from './author-page.tsx';
import { AuthorsPage } from './authors-page.tsx';

addConsolePages();
beforeEach(stubAntdBrowser);
afterEach(leavePage);

const IRA = { id: 1, attributes: { name: 'Ira Sen', slug: 'ira-sen', user: { data: null } } };
const MEENA = {
  id: 2,
  attributes: { name: 'Meena Rao', slug: 'meena-rao', user: { data: { id: 7, attributes: {} } } },
};
const list = (...data: object[]) => Response.json({ data, meta: { pagination: { total: data.length } } });

describe('/console/authors', () => {
  it('lists guests and staff', async () => {
    stubServer({ 'GET /api/news-authors': () => list(IRA, MEENA) });
    openConsolePages({ '/console/authors': <AuthorsPage /> }, '/console/authors');
    const link = await screen.findByRole('link', { name: 'Ira Sen' });
    expect(link.getAttribute('href')).toBe('/console/authors/1');
    expect(screen.getAllByText('Guest').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Staff').length).toBeGreaterThan(0);
  });

  const stubPages = () =>
    stubServer({
      'GET /api/news-authors': () => list(IRA, MEENA),
      'GET /api/news-authors/1': () => Response.json({ data: IRA }),
      'GET /api/news-authors/2': () => Response.json({ data: MEENA }),
      'GET /api/staff/newsroom': () => Response.json({ data: [{ id: 7, name: 'Meena Rao' }] }),
    });

  it('offers to merge a guest', async () => {
    stubPages();
    openConsolePages({ '/console/authors/:id': <AuthorPage /> }, '/console/authors/1');
    expect(await screen.findByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true);
  });

  it('offers to merge nobody with an account', async () => {
    stubPages();
    openConsolePages({ '/console/authors/:id': <AuthorPage /> }, '/console/authors/2');
    expect(await screen.findByDisplayValue('meena-rao')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  });
});
