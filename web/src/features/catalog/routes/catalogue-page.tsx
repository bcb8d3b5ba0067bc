import { useSearchParams } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
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
import {
  isCatalogueKind,
  cataloguePath,
  CATALOGUE_KINDS,
  type CatalogueKind,
} from '#shared/catalogue/catalogue-kind.ts';
import * as styles from '../catalog.module.css';

/** A catalogue list with search and filters. `/catalogs/lawyers` has no `store` parameter. */
export function CataloguePage() {
  const { store: kind = 'lawyers' } = useRouteParams();
  if (!isCatalogueKind(kind)) return <NotFound />;
  return (
    <WaitForConfig>
      <Catalogue kind={kind} key={kind} />
    </WaitForConfig>
  );
}

const ALL_KINDS = Object.keys(CATALOGUE_KINDS).filter(isCatalogueKind);

function Catalogue({ kind }: { kind: CatalogueKind }) {
  const [query] = useSearchParams();
  const list = listArgFrom(kind, query);
  const { label, about } = CATALOGUE_KINDS[kind];
  const { currentData: data } = useItemsQuery(list);
  return (
    <div className={styles.catalogue}>
      <header className="page-head">
        <h1>{label}</h1>
        <p className="page-head__about">{about}</p>
        {list.search !== '' && <SearchTabs current={kind} search={list.search} total={data?.total} />}
        {list.search === '' && (
          <nav className={styles.kinds} aria-label="Catalogue">
            <ul>
              {ALL_KINDS.map((one) => (
                <li key={one}>
                  <PageLink to={cataloguePath(one)} aria-current={one === kind ? 'page' : undefined}>
                    {CATALOGUE_KINDS[one].label}
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
          <HydratedApart>
            <ItemList list={list} />
          </HydratedApart>
          {kind !== 'books' && <OrderNote />}
        </section>
      </div>
    </div>
  );
}
