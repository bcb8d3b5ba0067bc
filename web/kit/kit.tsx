import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore, hydrateStore } from '../src/app/store.ts';
import { SiteProvider } from '#shared/site/site-context.tsx';
import { aSite } from '../src/testing/site.ts';
import { AppearanceBar } from './appearance-bar.tsx';
import { catalogueQueries } from './catalogue-data.ts';
import { kitQueries } from './kit-data.ts';
import { AccountPart } from './parts/account-part.tsx';
import { ArticlePart } from './parts/article-part.tsx';
import { CataloguePart } from './parts/catalogue-part.tsx';
import { ConsolePart } from './parts/console-part.tsx';
import { ControlsPart } from './parts/controls-part.tsx';
import { DirectoryPart } from './parts/directory-part.tsx';
import { FormsPart } from './parts/forms-part.tsx';
import { ItemPart } from './parts/item-part.tsx';
import { ListsPart } from './parts/lists-part.tsx';
import { MessagesPart } from './parts/messages-part.tsx';
import { ShopPart } from './parts/shop-part.tsx';
import { TokensPart } from './parts/tokens-part.tsx';
import './kit.css';

// All style sheets of the app, so that components look as on their pages.
const sheets = import.meta.glob('../src/**/*.css');
await Promise.all(Object.values(sheets).map((load) => load()));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

// Links and forms of the kit do not navigate.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && !link.getAttribute('href')?.startsWith('#')) event.preventDefault();
});

const store = createStore();
hydrateStore(store, [...kitQueries, ...catalogueQueries]);

createRoot(root).render(
  <Provider store={store}>
    <SiteProvider value={aSite()}>
      <MemoryRouter>
        <AppearanceBar />
        <main className="page kit" id="content">
          <h1>Kit</h1>
          <TokensPart />
          <ControlsPart />
          <ListsPart />
          <ArticlePart />
          <CataloguePart />
          <ShopPart />
          <ItemPart />
          <DirectoryPart />
          <FormsPart />
          <AccountPart />
          <MessagesPart />
          <ConsolePart />
        </main>
      </MemoryRouter>
    </SiteProvider>
  </Provider>,
);
