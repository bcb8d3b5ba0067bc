// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NotFoundProvider } from '#shared/ui/not-found.tsx';
import { listOf } from '../../../testing/fake-api.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { Pages } from '../../../testing/pages.tsx';
import { leavePage, showPage } from '../../../testing/show-page.tsx';
import { SlugPage } from './article-page.tsx';

afterEach(leavePage);

const open = (posts: () => Response) => {
  stubServer({
    'GET /api/posts': posts,
    'GET /api/hosted-pages': () => Response.json(listOf([])),
  });
  showPage(
    <NotFoundProvider value={{ page: null, elsewhere: <p>The server decides</p> }}>
      <Pages of={{ '/:newsslug': <SlugPage /> }} />
    </NotFoundProvider>,
    '/withheld',
  );
};

it.each([
  ['missing', () => Response.json(listOf([]))],
  ['withheld', failure(451, 'Unavailable For Legal Reasons')],
])('leaves it to the server to say why an article is %s', async (_state, posts) => {
  open(posts);
  expect(await screen.findByText('The server decides')).toBeTruthy();
});

it('says that an article cannot be shown just now', async () => {
  open(failure(503, 'down'));
  expect(await screen.findByText('This page cannot be shown just now')).toBeTruthy();
});
