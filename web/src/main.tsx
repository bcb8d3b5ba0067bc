import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { HeadManager } from './app/head-manager.tsx';
import { ClientNavigation } from './app/client-navigation.tsx';
import { forgetReload } from '#shared/routing/chunk-load-error.ts';
import { readPageState } from './app/page-state.ts';
import { loadModules, matchPage } from './app/routes.tsx';
import { ScrollAndFocus } from './app/scroll-and-focus.tsx';
import { SearchShortcut } from './app/search-shortcut.tsx';
import { createStore, seedStore } from './app/store.ts';
import { yieldToMain } from '#shared/browser/yield-to-main.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import './features/site/site.css';
import './features/site/plain.css';
import './features/news/news.css';
import './features/news/front.css';
import './features/news/article.css';
import './features/news/comforts.css';
import '#shared/styles/print.css';

/** The page's own module comes first: with it the first rendering is the one that stands there. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  await yieldToMain();
  const { site, seeds, isRendered, isUnavailable } = readPageState(document);
  try {
    await loadModules(matchPage(location.pathname));
    forgetReload();
  } catch (error) {
    // What the server rendered is read as it is; where it rendered nothing, the boundary decides.
    if (isRendered) throw error;
  }
  await yieldToMain();
  const store = createStore();
  seedStore(store, seeds);
  await yieldToMain();
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App store={store} site={site} isUnavailable={isUnavailable}>
          <HeadManager />
          <ClientNavigation />
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
  import('./app/late-fonts.ts').then(
    ({ keepLateFonts }) => keepLateFonts(root),
    () => undefined,
  );
}

void start();
