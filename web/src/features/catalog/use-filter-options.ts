import { useItemOptionsQuery, usePlacesQuery } from './catalog-api.ts';
import type { FilterOption } from './filter-options.ts';
import type { FilterName } from './list-path.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

const NONE: FilterOption[] = [];

/** Returns the options of a filter group; empty while they are loading. */
export function useFilterOptions(kind: CatalogueKind, name: FilterName): FilterOption[] {
  const isPlace = name === 'state' || name === 'city';
  const { data: places } = usePlacesQuery(kind, { skip: !isPlace });
  const { data: options } = useItemOptionsQuery(
    { kind, name: isPlace ? 'practice' : name },
    { skip: isPlace },
  );
  return (isPlace ? places?.[name] : options) ?? NONE;
}
