// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { addConsolePages } from '../page-table.ts';
import { CategoryPage } from '../routes/category-page.tsx';
import { HostedPagesPage } from '../routes/hosted-pages-page.tsx';

// Links lead to pages that the console has.
addConsolePages();
beforeEach(stubAntdBrowser);
afterEach(leavePage);

const ADMINISTRATOR = 11;
const open = (pattern: string, path: string, element: ReactNode) =>
  showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <Pages of={{ [pattern]: element }} />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
  ).logIn(ADMINISTRATOR);

describe('what readers do not reach', () => {
  it('is marked in the list of pages', async () => {
    const page = (id: number, name: string) => ({ id, attributes: { name, content: '<p>Text</p>' } });
    stubServer({
      'GET /api/hosted-pages': () =>
        Response.json({ data: [page(1, 'bail'), page(2, 'terms')], meta: { pagination: { total: 2 } } }),
      'GET /api/hosted-pages/shadowed': () =>
        Response.json({ data: [{ id: 1, by: 'article', other: { id: 7, title: 'Bail' } }] }),
    });
    open('/console/pages', '/console/pages', <HostedPagesPage />);
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
    open('/console/categories/:id', '/console/categories/2', <CategoryPage />);
    const note = await screen.findByText(/another category has this address/);
    expect(within(note).getByText('Tax law').closest('a')?.getAttribute('href')).toBe(
      '/console/categories/1',
    );
  });
});
