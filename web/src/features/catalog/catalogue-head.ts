import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { absoluteUrl, type SiteConfig } from '#shared/site/site.ts';
import type { ItemPage } from './catalog-reads.ts';
import { hasFilters, NO_FILTERS } from './filters.ts';
import { listPath, type ListArg } from './list-path.ts';
import { itemPath, cataloguePath, CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';

/**
 * Returns the head of a catalogue list. Filtered lists are not indexed and have the URL of the unfiltered list as
 * canonical.
 */
export function catalogueHead(list: ListArg, items: ItemPage | undefined, site: SiteConfig): Head {
  const { kind, page } = list;
  const { label, about } = CATALOGUE_KINDS[kind];
  const isNarrowed = hasFilters(list) || list.sort !== undefined;
  const subject = list.search === '' ? label : `${label}: “${list.search}”`;
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: label, path: cataloguePath(kind) },
  ];
  return {
    title: `${page > 1 ? `${subject}, page ${page}` : subject} | ${site.name}`,
    description: about,
    canonical: listPath(kind, NO_FILTERS, page),
    noindex: isNarrowed,
    jsonLd: [
      breadcrumbsJson(crumbs, site),
      ...(items === undefined || isNarrowed || items.cards.length === 0 ? [] : [itemListOf(items, site)]),
    ],
  };
}

const itemListOf = ({ cards, total }: ItemPage, site: SiteConfig): object => ({
  '@type': 'ItemList',
  numberOfItems: total,
  itemListElement: cards.map((card, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: card.title,
    url: absoluteUrl(site, itemPath(card.kind, card)),
  })),
});
