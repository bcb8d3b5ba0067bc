/// <reference types="vite/client" />
import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { shareCard } from '#shared/picture/share-card.ts';
import { shareCrop } from '#shared/picture/share-picture.ts';
import { absoluteUrl, type SiteConfig } from '#shared/site/site.ts';
import type { Crumb } from '#shared/ui/breadcrumb.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { itemPath, cataloguePath, CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';
import type { BookItem, CatalogItem, Linked, ProfileItem } from './item.ts';

/** Returns the breadcrumbs of an item, itself included. */
const crumbsOf = (item: CatalogItem): Crumb[] => [
  { name: 'Home', path: '/' },
  { name: CATALOGUE_KINDS[item.kind].label, path: cataloguePath(item.kind) },
  { name: item.title, path: itemPath(item.kind, item) },
];

/** Returns the head of an item's page, from its public facts. */
export function itemHead(item: CatalogItem, site: SiteConfig): Head {
  const description = item.kind === 'books' ? bookDescription(item) : profileDescription(item, site);
  const common = {
    name: item.title,
    description,
    url: absoluteUrl(site, itemPath(item.kind, item)),
    ...(item.pictures.length === 0
      ? {}
      : { image: item.pictures.map((picture) => absoluteUrl(site, picture.url)) }),
  };
  return {
    title: `${item.title} | ${site.name}`,
    description,
    canonical: itemPath(item.kind, item),
    picture:
      (import.meta.env.SSR ? shareCrop(item.pictures[0]) : null) ??
      item.sharePicture ??
      item.pictures[0] ??
      (import.meta.env.SSR ? cardOf(item, site) : null),
    noindex: item.kind !== 'books' && site.profilesNoindex,
    jsonLd: [
      item.kind === 'books' ? { ...common, ...bookFacts(item, site) } : { ...common, ...profileFacts(item) },
      breadcrumbsJson(crumbsOf(item), site),
    ],
  };
}

/** Only crawlers read the address of the card, so the build leaves it out of browsers. */
const cardOf = (item: CatalogItem, site: SiteConfig) =>
  item.kind === 'books'
    ? shareCard(itemPath('books', item), {
        title: item.title,
        section: CATALOGUE_KINDS.books.label,
        site: site.name,
      })
    : null;

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

function bookDescription({ title, about, authors, edition, price }: BookItem): string {
  if (about !== '') return about;
  const by = authors.length === 0 ? '' : ` by ${authors.map(({ name }) => name).join(', ')}`;
  const cost = price === null ? '' : formatPaise(price.payable);
  return `${sentence([`${title}${by}`, edition, cost])}.`;
}

function profileDescription(profile: ProfileItem, site: SiteConfig): string {
  const { title, subTitle, areas, cities } = profile;
  const who = profile.kind === 'lawyers' ? 'lawyer' : 'law firm';
  const where = cities.length === 0 ? '' : ` in ${cities.join(', ')}`;
  const what = areas.length === 0 ? '' : `: ${areas.join(', ')}`;
  return `${sentence([title, subTitle])}, ${who}${where}${what}. In the directory of ${site.name}.`;
}

const people = (authors: readonly Linked[]) => authors.map(({ name }) => ({ '@type': 'Person', name }));

/**
 * Structured data of a book, without the availability of the offer, which would be outdated in a cached document
 * (`follow-availability.ts`).
 */
function bookFacts(book: BookItem, site: SiteConfig): object {
  const { authors, publishers, isbn, edition, pages, price } = book;
  return {
    '@type': ['Book', 'Product'],
    ...(isbn === '' ? {} : { isbn }),
    ...(edition === '' ? {} : { bookEdition: edition }),
    ...(pages === null ? {} : { numberOfPages: pages }),
    ...(authors.length === 0 ? {} : { author: people(authors) }),
    ...(publishers.length === 0
      ? {}
      : { publisher: publishers.map(({ name }) => ({ '@type': 'Organization', name })) }),
    ...(price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            priceCurrency: 'INR',
            price: (price.payable / 100).toFixed(2),
            url: absoluteUrl(site, itemPath('books', book)),
          },
        }),
  };
}

/**
 * Returns the postal address that a `LegalService` must have: city, state and country. Streets are for logged-in visitors
 * only. Several cities are several addresses; the state is included only where there is one, because cities and states
 * are not related to each other.
 */
function addressOf(cities: readonly string[], states: readonly string[]): object {
  const [state] = states.length === 1 ? states : [];
  const inCity = cities.map((city) => ({
    ...PLACE_IN_INDIA,
    addressLocality: city,
    ...(state === undefined ? {} : { addressRegion: state }),
  }));
  const inState = states.map((name) => ({ ...PLACE_IN_INDIA, addressRegion: name }));
  const addresses = inCity.length > 0 ? inCity : inState;
  return addresses.length > 1 ? addresses : (addresses[0] ?? PLACE_IN_INDIA);
}

const PLACE_IN_INDIA = { '@type': 'PostalAddress', addressCountry: 'IN' };

function profileFacts({ kind, title, areas, languages, cities, states, since }: ProfileItem): object {
  const places = cities.length > 0 ? cities : states;
  const service = {
    ...(areas.length === 0 ? {} : { knowsAbout: areas }),
    ...(languages.length === 0 ? {} : { knowsLanguage: languages }),
  };
  const address = addressOf(cities, states);
  const area = { address, ...(places.length === 0 ? {} : { areaServed: places }) };
  return kind === 'firms'
    ? { '@type': 'LegalService', ...service, ...area, ...(since === '' ? {} : { foundingDate: since }) }
    : {
        '@type': 'Person',
        jobTitle: 'Lawyer',
        ...service,
        worksFor: { '@type': 'LegalService', name: title, ...area },
      };
}
