import { useItemOptionsQuery, usePlacesQuery } from './catalog-api.ts';
import type { FilterOption } from './filter-options.ts';
import type { FilterName } from './list-path.ts';
import type { Store } from '#shared/catalogue/stores.ts';

const NONE: FilterOption[] = [];

/** The options of a filter group; empty while they are loading. */
export function useFilterOptions(store: Store, name: FilterName): FilterOption[] {
  const isPlace = name === 'state' || name === 'city';
  const { data: places } = usePlacesQuery(store, { skip: !isPlace });
  const { data: options } = useItemOptionsQuery(
    { store, name: isPlace ? 'practice' : name },
    { skip: isPlace },
  );
  return (isPlace ? places?.[name] : options) ?? NONE;
}
