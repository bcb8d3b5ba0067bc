import type { ChangeEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { BOOK_SORTS, listPath, type BookSort, type ListArg } from '../filters.ts';
import { CATALOGUE_FORM_ID } from './filter-panel.tsx';

const NAMES: Readonly<Record<BookSort, string>> = {
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  title: 'Title',
};
/** Keeps the reader's place: the list changes, the page does not. */
const STAY = { state: { stays: true } } as const;

/** The order of a list of books; without scripts it is a field of the search form. */
export function SortChoice({ list }: { list: ListArg }) {
  const navigate = useNavigate();
  const handleChange = (event: ChangeEvent<HTMLSelectElement>) => {
    const { sort: _, ...others } = list;
    const sort = BOOK_SORTS.find((one) => one === event.currentTarget.value);
    void navigate(listPath(list.store, { ...others, ...(sort === undefined ? {} : { sort }) }), STAY);
  };
  return (
    <label className="sort">
      Sort by{' '}
      <select
        key={list.sort}
        className="sort__choice"
        name="sort"
        form={CATALOGUE_FORM_ID}
        defaultValue={list.sort ?? ''}
        onChange={handleChange}
      >
        <option value="">Newest</option>
        {BOOK_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {NAMES[sort]}
          </option>
        ))}
      </select>
    </label>
  );
}
