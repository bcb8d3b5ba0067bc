import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadRequest, renderPage, pageStateText, type FetchJson } from '../ssr/entry-server.tsx';
import { ConsoleFrame } from '../features/console/frame/console-frame.tsx';
import { aSite } from '../testing/site.ts';
import { App } from './app.tsx';
import { ClientNavigation } from './client-navigation.tsx';
import { HeadManager } from './head-manager.tsx';
import { ShellPage } from './page-shell.tsx';
import { STATE_ID, type PageState } from './page-state.ts';
import { documentGroupOf } from './routes.tsx';
import { createStore, hydrateStore } from './store.ts';

interface HydrateOptions {
  /** Responds to the requests of the server. */
  respond: FetchJson;
  /** Receives what React reports about a difference between markup and first rendering. */
  onError: (error: unknown) => void;
}

/** Renders a page as the server does, puts it into the document and hydrates it as the browser does. */
export async function hydratePage(path: string, { respond, onError }: HydrateOptions): Promise<Root> {
  const facts = aSite();
  const page = await loadRequest(new URL(path, facts.publicUrl), facts, respond);
  const { markup } = renderPage(page, facts);
  const state = pageStateText(page, facts, true);
  const { isUnavailable } = JSON.parse(state) as PageState;
  document.head.innerHTML = page.head;
  document.body.innerHTML = `<div id="root">${markup}</div><script type="application/json" id="${STATE_ID}">${state}</script>`;
  history.replaceState(null, '', path);
  const store = createStore();
  hydrateStore(store, JSON.parse(JSON.stringify(page.queries)) as typeof page.queries);
  const container = document.getElementById('root');
  if (container === null) throw new Error('no root');
  const group = documentGroupOf(page.url.pathname);
  const Shell = page.kind === 'reading' ? undefined : ShellPage;
  const Layout = page.kind === 'console' ? ConsoleFrame : undefined;
  return act(() =>
    hydrateRoot(
      container,
      <BrowserRouter>
        <App
          store={store}
          site={facts}
          group={group}
          Shell={Shell}
          Layout={Layout}
          isUnavailable={isUnavailable}
        >
          <HeadManager />
          <ClientNavigation group={group} />
        </App>
      </BrowserRouter>,
      { onRecoverableError: onError },
    ),
  );
}
