// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listOf } from '../../../testing/fake-api.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { SlugPage } from './article-page.tsx';

const reload = vi.fn<() => void>();
beforeEach(() => {
  reload.mockClear();
  const { href, origin, pathname, search } = location;
  vi.stubGlobal('location', { href, origin, pathname, search, reload });
});
afterEach(leavePage);

const serve = (slug: () => Response) =>
  stubServer({
    'GET /api/posts': () => Response.json(listOf([])),
    'GET /api/hosted-pages': () => Response.json(listOf([])),
    'GET /api/slugs/withheld': slug,
  });
const open = () => showPage(<Pages of={{ '/:newsslug': <SlugPage /> }} />, '/withheld');

it('has the server send the order of the court for a withheld article', async () => {
  serve(failure(451, 'Unavailable For Legal Reasons'));
  open();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('This page is not in our records')).toBeNull();
});

it('says that an article cannot be shown just now when nobody can say whether it was renamed', async () => {
  serve(failure(503, 'down'));
  open();
  expect(await screen.findByText('This page cannot be shown just now')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

it('says that there is no such article', async () => {
  serve(failure(404, 'Not Found'));
  open();
  expect(await screen.findByText('This page is not in our records')).toBeTruthy();
});
