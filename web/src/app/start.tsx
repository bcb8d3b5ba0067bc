import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { yieldToMain } from '#shared/browser/yield-to-main.ts';
import { forgetReload } from '#shared/routing/chunk-load-error.ts';
import type { DocumentKind } from '#shared/routing/route.ts';
import { App } from './app.tsx';
import { ClientNavigation } from './client-navigation.tsx';
import { LateHeadManager } from './late-head-manager.tsx';
import type { ShellPage } from './page-shell.tsx';
import { readPageState } from './page-state.ts';
import { loadPages, matchPage } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import { SearchShortcut } from './search-shortcut.tsx';
import { SessionOwner } from './session-owner.tsx';
import { createStore, seedStore } from './store.ts';

/**
 * Hydrates the document, which is of the given kind. The modules of a reading page are loaded first, so that its first
 * rendering equals the server's markup; those of other kinds are loaded behind their shell, which equals it as well.
 */
export async function startDocument(kind: DocumentKind, Shell?: typeof ShellPage): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  await yieldToMain();
  const { site, seeds, isRendered, isUnavailable } = readPageState(document);
  if (kind === 'reading')
    try {
      await loadPages(matchPage(location.pathname));
      forgetReload();
    } catch (error) {
      // The server's markup stays as it is; where there is none, the boundary decides.
      if (isRendered) throw error;
    }
  await yieldToMain();
  const store = createStore();
  seedStore(store, seeds);
  await yieldToMain();
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App store={store} site={site} kind={kind} Shell={Shell} isUnavailable={isUnavailable}>
          <SessionOwner />
          <LateHeadManager />
          <ClientNavigation kind={kind} />
          <ScrollAndFocus />
          <SearchShortcut />
        </App>
      </BrowserRouter>
    </StrictMode>
  );
  // As a transition it is done in slices, and the page answers its reader between two.
  if (isRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  // Without them the device's fonts stay.
  import('./late-fonts.ts').then(
    ({ keepLateFonts }) => keepLateFonts(root),
    () => undefined,
  );
}
