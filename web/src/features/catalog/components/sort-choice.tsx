import { BOOK_SORTS, type BookSort, type ListArg } from '../list-path.ts';
import { CATALOGUE_FORM_ID } from './filter-panel.tsx';
import * as styles from '../catalog.module.css';

const NAMES: Readonly<Record<BookSort, string>> = {
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  title: 'Title',
};

/** The sort order of books: a select of the search form, which submits it on change. */
export const SortChoice = ({ list: { sort } }: { list: ListArg }) => (
  <label className={styles.sort}>
    Sort by{' '}
    <select
      key={sort}
      className={styles.sortChoice}
      name="sort"
      form={CATALOGUE_FORM_ID}
      defaultValue={sort ?? ''}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    >
      <option value="">Newest</option>
      {BOOK_SORTS.map((one) => (
        <option key={one} value={one}>
          {NAMES[one]}
        </option>
      ))}
    </select>
  </label>
);
