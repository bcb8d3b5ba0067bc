import type { QueryDefinition, WireList } from '#shared/api/read.ts';
import {
  optionsPath,
  placesPath,
  toOptions,
  toPlaces,
  type FilterOption,
  type OptionGroup,
  type Places,
  type WireOptions,
  type WirePlaces,
} from './filter-options.ts';
import { NO_COUNTS, toFacetCounts, type FacetCounts, type WireCounts } from './facet-counts.ts';
import { filterNamesOf, type FacetArg, type ListArg } from './list-path.ts';
import {
  toBookCards,
  toProfileCards,
  type ItemCard,
  type WireBookCard,
  type WireProfileCard,
} from '#shared/catalogue/item-card.ts';
import { facetCountsPath, itemsPath, PAGE_SIZE } from './item-query.ts';
import type { Store } from '#shared/catalogue/stores.ts';

export interface ItemPage {
  cards: ItemCard[];
  page: number;
  pageCount: number;
  total: number;
}

/** Shown when the request fails. */
export const NO_ITEMS: ItemPage = { cards: [], page: 1, pageCount: 1, total: 0 };

type WireItems = WireList<WireBookCard & WireProfileCard>;

/** One page of a catalogue list. */
export const itemsRead: QueryDefinition<ListArg, ItemPage, WireItems> = {
  name: 'items',
  path: itemsPath,
  transform: (body, { store, page }) => {
    const total = body.meta?.pagination?.total ?? body.data.length;
    return {
      cards: store === 'books' ? toBookCards(body) : toProfileCards(body, store),
      page,
      pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
    };
  },
  fallback: NO_ITEMS,
};

/** The options of one filter group. */
export const itemOptionsRead: QueryDefinition<OptionGroup, FilterOption[], WireOptions> = {
  name: 'itemOptions',
  path: optionsPath,
  transform: toOptions,
  fallback: [],
};

/** The number of items for each option. */
export const facetCountsRead: QueryDefinition<FacetArg, FacetCounts, WireCounts> = {
  name: 'facetCounts',
  path: facetCountsPath,
  transform: (body, { store }) => toFacetCounts(body, filterNamesOf(store)),
  fallback: NO_COUNTS,
};

export const placesRead: QueryDefinition<Store, Places, WirePlaces> = {
  name: 'places',
  path: placesPath,
  transform: toPlaces,
  fallback: { state: [], city: [] },
};
