import type { ProfileOptions } from '@vidhi/contracts/profile-options.ts';
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
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

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
  transform: (body, { kind, page }) => {
    const total = body.meta?.pagination?.total ?? body.data.length;
    return {
      cards: kind === 'books' ? toBookCards(body) : toProfileCards(body, kind),
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
  shared: true,
  path: optionsPath,
  transform: toOptions,
  fallback: [],
};

/** The number of items for each option. */
export const facetCountsRead: QueryDefinition<FacetArg, FacetCounts, WireCounts> = {
  name: 'facetCounts',
  path: facetCountsPath,
  transform: (body, { kind }) => toFacetCounts(body, filterNamesOf(kind)),
  fallback: NO_COUNTS,
};

export const placesRead: QueryDefinition<CatalogueKind, Places, ProfileOptions> = {
  name: 'places',
  shared: true,
  path: placesPath,
  transform: toPlaces,
  fallback: { state: [], city: [] },
};
