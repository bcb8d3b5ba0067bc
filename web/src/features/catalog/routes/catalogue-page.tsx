import { useParams, useSearchParams } from 'react-router-dom';
import { PageLink } from '#shared/ui/page-link.tsx';
import { SearchTabs } from '#shared/ui/search-tabs.tsx';
import { useItemsQuery } from '../catalog-api.ts';
import '#shared/catalogue/card.css';
import { FilterChips } from '../components/filter-chips.tsx';
import { FilterPanel } from '../components/filter-panel.tsx';
import { ItemList } from '../components/item-list.tsx';
import { OrderNote } from '../components/order-note.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { listArgFrom } from '../filters.ts';
import { isStore, storePath, STORES, type Store } from '#shared/catalogue/stores.ts';
import * as styles from '../catalog.module.css';

/** A catalogue list with search and filters. `/catalogs/lawyers` has no `store` parameter. */
export function CataloguePage() {
  const { store = 'lawyers' } = useParams();
  if (!isStore(store)) return <NotFound />;
  return (
    <WaitForConfig>
      <Catalogue store={store} key={store} />
    </WaitForConfig>
  );
}

const ALL_STORES = Object.keys(STORES).filter(isStore);

function Catalogue({ store }: { store: Store }) {
  const [query] = useSearchParams();
  const list = listArgFrom(store, query);
  const { label, about } = STORES[store];
  const { currentData: data } = useItemsQuery(list);
  return (
    <div className={styles.catalogue}>
      <header className="page-head">
        <h1>{label}</h1>
        <p className="page-head__about">{about}</p>
        {list.search !== '' && <SearchTabs current={store} search={list.search} total={data?.total} />}
        {list.search === '' && (
          <nav className={styles.stores} aria-label="Catalogue">
            <ul>
              {ALL_STORES.map((one) => (
                <li key={one}>
                  <PageLink to={storePath(one)} aria-current={one === store ? 'page' : undefined}>
                    {STORES[one].label}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <div className={styles.catalogueBody}>
        <FilterPanel list={list} />
        <section className={styles.catalogueResults} aria-label={label}>
          <FilterChips list={list} />
          <ItemList list={list} />
          {store !== 'books' && <OrderNote />}
        </section>
      </div>
    </div>
  );
}
