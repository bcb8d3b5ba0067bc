import type { StockRow } from '@vidhi/contracts/shop-stock.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource } from '../kit/define-resource.ts';
import * as styles from '../kit.module.css';
import { moveText } from './stock-texts.ts';
import { stockApi } from './stock-api.ts';

const countOf = (count: number | null): string => (count === null ? 'not counted' : String(count));

/** Books with their copies, those of which few are left first. */
export const stockResource = defineResource<StockRow>({
  api: stockApi,
  one: 'Book',
  many: 'Stock',
  path: '/console/stock',
  writers: ['shop'],
  canCreate: false,
  defaultSort: 'free',
  columns: [
    { key: 'title', label: 'Book', sort: 'title', isTitle: true, render: ({ title }) => title },
    {
      key: 'free',
      label: 'Free',
      sort: 'free',
      isNumber: true,
      render: ({ free, is_low }) =>
        is_low ? (
          <span className={`${styles.badge} ${styles.badgeWarm}`}>{countOf(free)}, low</span>
        ) : (
          countOf(free)
        ),
      text: ({ free }) => countOf(free),
    },
    { key: 'held', label: 'Held', isNumber: true, render: ({ held }) => held ?? '' },
    { key: 'sold', label: 'Sold', sort: 'sold', isNumber: true, render: ({ sold }) => sold ?? '' },
    { key: 'received', label: 'Received', isNumber: true, render: ({ received }) => received ?? '' },
    {
      key: 'move',
      label: 'Last move',
      render: ({ last_move: move }) => (move === null ? '' : `${moveText(move)}, ${formatMoment(move.at)}`),
    },
    { key: 'isbn', label: 'ISBN', isOptional: true, render: ({ isbn }) => isbn ?? '' },
  ],
  filters: [
    choiceFilter('low', 'Low', { true: 'Few copies are free' }),
    {
      key: 'counted',
      label: 'Counted',
      kind: 'flag',
      toConditions: (value) => [['counted', value]],
    },
  ],
  empty: { title: 'No books yet', hint: 'Books of the catalogue are listed here with their copies.' },
});
