import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from './react-client.ts';
import { BrowserRouter } from 'react-router-dom';
import { REACT_LISTENS_EVENT } from '#shared/browser/boot-contract.ts';
import { yieldToMain } from '#shared/browser/yield-to-main.ts';
import { forgetReload } from '#shared/routing/chunk-load-error.ts';
import type { DocumentKind } from '#shared/routing/route.ts';
import { App, type AppProps } from './app.tsx';
import { ClientNavigation } from './client-navigation.tsx';
import { LateHeadManager } from './late-head-manager.tsx';
import { readPageState } from './page-state.ts';
import { documentGroupOf, loadNotFoundPage, loadPages, matchPage } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import { SearchShortcut } from './search-shortcut.tsx';
import { SessionOwner } from './session-owner.tsx';
import { createStore, hydrateStore } from './store.ts';

/**
 * Hydrates a document of the given kind. The modules of a reading page are loaded first, so that the first rendering
 * equals the server's markup; in other documents that is the shell, which loads the modules itself.
 */
export async function startDocument(
  kind: DocumentKind,
  parts?: Pick<AppProps, 'Shell' | 'Layout'>,
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  await yieldToMain();
  const { site, queries, isRendered, isUnavailable, isMissing } = readPageState(document);
  if (kind === 'reading')
    try {
      await Promise.all([loadPages(matchPage(location.pathname)), isMissing && loadNotFoundPage()]);
      forgetReload();
    } catch (error) {
      // Rendered markup stays without hydration; without markup, the page boundary handles the error.
      if (isRendered) throw error;
    }
  await yieldToMain();
  const store = createStore();
  hydrateStore(store, queries);
  await yieldToMain();
  const group = documentGroupOf(location.pathname);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App store={store} site={site} group={group} isUnavailable={isUnavailable} {...parts}>
          <SessionOwner />
          <LateHeadManager />
          <ClientNavigation group={group} />
          <ScrollAndFocus />
          <SearchShortcut />
        </App>
      </BrowserRouter>
    </StrictMode>
  );
  // A transition is rendered in slices, so that the browser can handle input meanwhile.
  if (isRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  document.dispatchEvent(new Event(REACT_LISTENS_EVENT));
  // The page keeps the fonts of the device when they cannot be loaded.
  import('./late-fonts.ts').then(
    ({ loadLateFonts }) => loadLateFonts(root),
    () => undefined,
  );
}
