// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { addConsolePages } from '../page-table.ts';
import { WaitingPosts } from './waiting-posts.tsx';

addConsolePages();
afterEach(leavePage);

const ASHA = 7;
let mentions: readonly object[] = [];
afterEach(() => void (mentions = []));
const post = (id: number, title: string, user: number | null = null, reviewer: number | null = null) => ({
  id,
  attributes: {
    title,
    reviewer,
    updatedAt: '2026-11-20T10:00:00.000Z',
    user: { data: user === null ? null : { id: user, attributes: { first_name: 'A', last_name: 'B' } } },
  },
});

/** Shows Today to Asha, with the lists of articles by stage. */
function open(mayPublish: boolean, lists: Readonly<Record<string, readonly object[]>>) {
  const server = stubServer({
    'GET /api/posts/mentions': () => Response.json({ data: mentions }),
    'GET /api/posts': ({ url }) => {
      const search = decodeURIComponent(new URL(url).search);
      const stage = /\[stage\]\[\$eq\]=(\w+)/.exec(search)?.[1] ?? 'others';
      const data = lists[stage] ?? [];
      const pagination = { page: 1, pageSize: 8, pageCount: 1, total: data.length };
      return Response.json({ data, meta: { pagination } });
    },
  });
  showPage(<WaitingPosts user={ASHA} mayPublish={mayPublish} />, '/console').logIn(10);
  return server;
}

describe('Today', () => {
  it('begins with the comments that mention this person', async () => {
    const by = { id: 2, name: 'Arvind Nair' };
    mentions = [
      { id: 'a', post: { id: 41, title: 'Bail' }, by, at: '2026-11-20T10:00:00.000Z', text: 'Which bench?' },
    ];
    open(false, {});
    const list = await screen.findByRole('region', { name: 'Comments for you' });
    const link = within(list).getByRole('link', { name: 'Arvind Nair in “Bail”' });
    expect(link.getAttribute('href')).toBe('/console/posts/41');
  });

  it('begins with the articles that this person is to review, those of nobody included', async () => {
    open(true, {
      in_review: [post(1, 'Bail'), post(2, 'GST', null, ASHA), post(3, 'Of another', null, 8)],
    });
    const list = await screen.findByRole('region', { name: 'For you to review' });
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bail', 'GST']);
  });

  it('shows a writer what was sent back, and neither that of others nor reviews', async () => {
    const server = open(false, { changes_requested: [post(1, 'Mine', ASHA), post(2, 'Of another', 8)] });
    const list = await screen.findByRole('region', { name: 'Changes requested from you' });
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mine']);
    expect(server.calls.some(({ search }) => search.includes('in_review'))).toBe(false);
  });

  it('shows those who publish what is approved, and all drafts', async () => {
    const server = open(true, {
      approved: [post(1, 'Approved by Meena', 8)],
      others: [post(2, 'Of another', 8)],
    });
    const list = await screen.findByRole('region', { name: 'Approved, to be published' });
    expect(within(list).getByRole('link').textContent).toBe('Approved by Meena');
    await screen.findByRole('region', { name: 'Drafts' });
    expect(server.calls.some(({ search }) => search.includes('[user]'))).toBe(false);
  });

  it('shows a writer the own drafts alone', async () => {
    const server = open(false, { others: [post(1, 'Mine', ASHA)] });
    await screen.findByRole('region', { name: 'Your drafts' });
    const search = server.calls.find((call) => call.search.includes('[stage][$null]'))?.search;
    expect(search).toContain(`[user][id][$eq]=${ASHA}`);
    expect(server.calls.some((call) => call.search.includes('approved'))).toBe(false);
  });

  it('says that nothing waits where only others have something to mend', async () => {
    open(true, { changes_requested: [post(2, 'Of another', 8)] });
    expect(await screen.findByText('Nothing waits for you.')).toBeTruthy();
  });
});
