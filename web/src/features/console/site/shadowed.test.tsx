// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { openConsolePage } from '../../../testing/console-page.tsx';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { CategoryPage } from '../routes/category-page.tsx';
import { HostedPagesPage } from '../routes/hosted-pages-page.tsx';

// Links lead to pages that the console has.
addConsolePages();
beforeEach(stubAntdBrowser);
afterEach(leavePage);

describe('what readers do not reach', () => {
  it('is marked in the list of pages', async () => {
    const page = (id: number, name: string) => ({ id, attributes: { name, content: '<p>Text</p>' } });
    stubServer({
      'GET /api/hosted-pages': () =>
        Response.json({ data: [page(1, 'bail'), page(2, 'terms')], meta: { pagination: { total: 2 } } }),
      'GET /api/hosted-pages/shadowed': () =>
        Response.json({ data: [{ id: 1, by: 'article', other: { id: 7, title: 'Bail' } }] }),
    });
    openConsolePage(<HostedPagesPage />, '/console/pages', '/console/pages');
    const badges = await screen.findAllByText('Hidden by another page');
    const rows = new Set(badges.map((badge) => badge.closest('tr')));
    expect([...rows].map((row) => row?.textContent.includes('bail'))).toEqual([true]);
    expect(badges[0]?.title).toBe('Readers do not see it: an article has this address');
  });

  it('is explained on the page of a category, with what readers see instead', async () => {
    stubServer({
      'GET /api/categories/2': () =>
        Response.json({ data: { id: 2, attributes: { name: 'Tax', slug: 'tax' } } }),
      'GET /api/categories/shadowed': () =>
        Response.json({ data: [{ id: 2, by: 'category', other: { id: 1, title: 'Tax law' } }] }),
    });
    openConsolePage(<CategoryPage />, '/console/categories/:id', '/console/categories/2');
    const note = await screen.findByText(/another category has this address/);
    expect(within(note).getByText('Tax law').closest('a')?.getAttribute('href')).toBe(
      '/console/categories/1',
    );
  });
});
