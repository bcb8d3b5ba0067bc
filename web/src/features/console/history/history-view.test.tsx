// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage } from '../../../testing/show-page.tsx';
import { ConfirmProvider } from '../kit/confirm.tsx';
import { useArticleClient } from '../article/use-article-client.ts';
import { HistoryView } from './history-view.tsx';

beforeAll(stubDialogs);

const REVISIONS = [3, 2, 1].map((rev) => ({
  rev: String(rev),
  at: `2026-11-2${rev}T06:30:00.000Z`,
  by: { id: 10, name: 'Meena Rao' },
  kind: rev === 1 ? 'create' : 'publish',
  name: null,
  note: null,
  changed: ['content'],
  current: rev === 3,
}));
const TEXTS = ['The court granted bail.', 'The court refused bail.', 'The High Court refused bail.'];

let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer({
    'GET /api/posts/41': () =>
      Response.json({ data: { id: 41, attributes: { title: 'Bail', publishedAt: '2026-11-01T00:00:00Z' } } }),
    'GET /api/posts/41/working-copy': () => Response.json({ data: null }, { headers: { etag: '"w4"' } }),
    'GET /api/posts/41/revisions': () =>
      Response.json({ data: REVISIONS, meta: { pagination: { total: 3 } } }),
    ...Object.fromEntries(
      [1, 2, 3].map((rev) => [
        `GET /api/posts/41/revisions/${rev}`,
        () => Response.json({ data: { values: { title: 'Bail', content: `<p>${TEXTS[rev - 1]}</p>` } } }),
      ]),
    ),
    'POST /api/posts/41/revisions/1/restore': () => Response.json({ data: { seq: 5 } }),
  });
});
afterEach(leavePage);

/** As below the frame of the console, which waits for the session. */
function View() {
  const client = useArticleClient();
  return useSession() === null ? null : <HistoryView client={client} id={41} />;
}
const open = (path = '/console/posts/41/history') =>
  showPage(
    <NoticesProvider>
      <ConfirmProvider>
        <View />
      </ConfirmProvider>
    </NoticesProvider>,
    path,
  ).logIn(11);

const textsOf = (tag: string): string[] =>
  [...document.querySelectorAll(tag)].map((element) => element.textContent);

it('shows what the newest state changed of the one before it', async () => {
  open();
  await waitFor(() => expect(textsOf('ins')).toEqual(['High Court']));
  expect([textsOf('del'), screen.getByText('Now')]).toMatchObject([['court'], {}]);
});

it('compares any two states, the older one first', async () => {
  open('/console/posts/41/history?rev=1&with=3');
  await waitFor(() => expect(textsOf('ins')).toEqual(['High Court refused']));
  expect(textsOf('del')).toEqual(['court granted']);
});

it('goes on with a former text in the working copy alone', async () => {
  open('/console/posts/41/history?rev=1');
  await screen.findByText(/first state of the article/);
  await press('Go on with this text');
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Go on with this text' }));
  await waitFor(() => expect(place()).toBe('/console/posts/41'));
  const writes = server.calls.filter(({ call }) => !call.startsWith('GET'));
  expect(writes.map(({ call }) => call)).toEqual(['POST /api/posts/41/revisions/1/restore']);
});
