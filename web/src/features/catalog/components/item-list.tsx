import { isBelowFirstScreen } from '#shared/ui/late-layout.ts';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { NO_ITEMS } from '../catalog-reads.ts';
import { useItemsQuery } from '../catalog-api.ts';
import { countText } from '../count-text.ts';
import { listPath, type ListArg } from '../list-path.ts';
import { CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';
import { ItemCardView } from '#shared/catalogue/item-card-view.tsx';
import { SortChoice } from './sort-choice.tsx';
import * as styles from '../catalog.module.css';

/** One page of a catalogue list. While it loads, it shows a skeleton instead of the items of other filters. */
export function ItemList({ list }: { list: ListArg }) {
  const { kind, page } = list;
  const { currentData, isError } = useItemsQuery(list);
  const items = currentData ?? (isError ? NO_ITEMS : undefined);
  const isEmpty = items?.cards.length === 0;
  return (
    <>
      <div className={styles.catalogueBar}>
        {/* The same live region for all lists, so that screen readers announce changes. */}
        <output className={isEmpty ? 'empty' : styles.catalogueCount}>
          {items === undefined ? '' : isEmpty ? 'No result found' : countText(kind, items.total)}
        </output>
        {kind === 'books' && !isEmpty && <SortChoice list={list} />}
      </div>
      {items === undefined && (
        <Skeleton shape="list" label={`Loading ${CATALOGUE_KINDS[kind].label.toLowerCase()}`} />
      )}
      {items !== undefined && items.total > 0 && (
        <>
          {!isEmpty && (
            <ul
              className={`${styles.itemGrid} ${kind === 'books' ? styles.itemGridBooks : styles.itemGridProfiles}`}
            >
              {items.cards.map((card, index) => (
                <li key={card.id} className={isBelowFirstScreen(index) ? 'late-layout' : undefined}>
                  <ItemCardView card={card} heading={2} isHero={index === 0} />
                </li>
              ))}
            </ul>
          )}
          <PageLinks
            page={page}
            pageCount={items.pageCount}
            pathOf={(number) => listPath(kind, list, number)}
          />
        </>
      )}
    </>
  );
}
