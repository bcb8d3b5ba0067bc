import { FilterChips } from '../../src/features/catalog/components/filter-chips.tsx';
import { FilterPanel } from '../../src/features/catalog/components/filter-panel.tsx';
import { ItemList } from '../../src/features/catalog/components/item-list.tsx';
import { ITEM_LISTS } from '../catalogue-data.ts';
import { Part, Sample } from '../sample.tsx';
import * as styles from '../../src/features/catalog/catalog.module.css';

/** A catalogue list and its filters, which are a drawer in narrow windows. */
export function ShopPart() {
  return (
    <Part title="Store">
      <Sample name="Filters: a long group, some chosen, some that would leave nothing">
        <div className={styles.catalogue} style={{ maxWidth: '17rem' }}>
          <FilterPanel list={ITEM_LISTS.books} />
        </div>
      </Sample>
      <Sample name="Filters that are chosen">
        <FilterChips list={ITEM_LISTS.books} />
      </Sample>
      <Sample name="List: books, with further pages">
        <ItemList list={ITEM_LISTS.books} />
      </Sample>
      <Sample name="List: lawyers">
        <ItemList list={ITEM_LISTS.lawyers} />
      </Sample>
      <Sample name="List: nothing found">
        <div className={styles.catalogue}>
          <ItemList list={ITEM_LISTS.none} />
        </div>
      </Sample>
    </Part>
  );
}
