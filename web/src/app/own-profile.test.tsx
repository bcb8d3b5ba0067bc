// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_HINT_KEY } from '#shared/session/session-hint.ts';
import { loadRequest, renderPage } from '../ssr/entry-server.tsx';
import { fakeCatalogue } from '../testing/fake-catalogue.ts';
import { aSite } from '../testing/site.ts';
import { App } from './app.tsx';
import { SessionOwner } from './session-owner.tsx';
import { createStore, hydrateStore } from './store.ts';

const respond = fakeCatalogue({ posts: [], books: [], showAuth: true });
let root: Root | undefined;

beforeEach(() => {
  // The session is never resumed.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.innerHTML = '';
});

/** Opens the page of a profile that others cannot see. */
async function open(): Promise<void> {
  const site = aSite();
  const path = '/catalogs/lawyers/9/advocate';
  const page = await loadRequest(new URL(path, site.publicUrl), site, respond);
  document.body.innerHTML = `<div id="root">${renderPage(page, site).markup}</div>`;
  expect(document.querySelector('h1')?.closest('.until-session')).not.toBeNull();
  history.replaceState(null, '', path);
  const store = createStore();
  hydrateStore(store, page.queries);
  const container = document.getElementById('root') as HTMLElement;
  await act(async () => {
    root = hydrateRoot(
      container,
      <BrowserRouter>
        <App store={store} site={site} group="reading" isUnavailable={false}>
          <SessionOwner />
        </App>
      </BrowserRouter>,
    );
  });
}

it('is not said to be missing while its owner may still be logged in', async () => {
  localStorage.setItem(SESSION_HINT_KEY, 'in');
  await open();
  expect(await screen.findByLabelText('Loading the item')).toBeTruthy();
  expect(screen.queryByText('Item Not Found')).toBeNull();
});

it('is said to be missing to everybody who is not logged in', async () => {
  await open();
  await waitFor(() => expect(document.querySelector('.until-session')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Item Not Found' })).toBeTruthy();
});
