import type { Counted, ProfileOptions } from '@vidhi/contracts/profile-options.ts';
import type { All, Attributes } from '@vidhi/collections/all.ts';
import { queryOf, type WireList } from '#shared/api/read.ts';
import { formatRupees } from '#shared/catalogue/money.ts';
import type { FilterName } from './list-path.ts';
import { priceBuckets, priceToken, type PriceRange } from './price-buckets.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

/** A value of a filter group that at least one item has. */
export interface FilterOption {
  value: string;
  label: string;
}

export interface OptionGroup {
  kind: CatalogueKind;
  name: Exclude<FilterName, 'state' | 'city'>;
}

export const GROUP_LABELS: Readonly<Record<FilterName, string>> = {
  category: 'Category',
  type: 'Type',
  author: 'Author',
  subtitle: 'Subtitle',
  publisher: 'Publisher',
  price: 'Price',
  binding: 'Binding',
  tag: 'Tag',
  practice: 'Specialization',
  court: 'Court',
  language: 'Language',
  state: 'State',
  city: 'City',
};

export type WireOption = Attributes<'book'> & Attributes<'author'> & Attributes<'publisher'>;
export type WireOptions = WireList<WireOption>;

type List = Extract<All[number], { owner: 'catalog' }>['plural'];

const LISTS: Partial<Record<FilterName, List>> = {
  category: 'catelog-categories',
  author: 'authors',
  publisher: 'publishers',
  tag: 'book-tags',
  practice: 'specializations',
  court: 'courts',
  language: 'languages',
};

const COLUMNS = { type: 'Type', subtitle: 'SubTitle', binding: 'Binding', price: 'Price' } as const;
const MAX_OPTIONS = 100;
/** The most distinct texts that a page carries; the search field of the group finds the others. */
const MAX_TEXT_OPTIONS = 1_000;

const KIND = 'filters[SubCategory2]';

/** Returns the path of a group's options that at least one item has. */
export function optionsPath({ kind, name }: OptionGroup): string {
  if (name === 'type' || name === 'subtitle' || name === 'binding' || name === 'price')
    return `/books?fields=${COLUMNS[name]}`;
  const { plural, fixed } = CATALOGUE_KINDS[kind];
  const ofKind = Object.entries(fixed).map(
    ([key, value]) => [key.replace(KIND, `filters[${plural}][SubCategory2]`), value] as const,
  );
  const having =
    ofKind.length > 0 ? Object.fromEntries(ofKind) : { [`filters[${plural}][id][$notNull]`]: true };
  const label = name === 'author' ? 'AuthorName' : 'name';
  return `/${LISTS[name] ?? ''}?${queryOf({
    ...having,
    fields: [label],
    sort: label,
    'pagination[page]': 1,
    'pagination[pageSize]': MAX_OPTIONS,
  })}`;
}

const byLabel = (a: FilterOption, b: FilterOption): number => a.label.localeCompare(b.label, 'en-IN');

function textOptions(texts: readonly (string | null | undefined)[]): FilterOption[] {
  const distinct = new Set(texts.flatMap((text) => (text?.trim() ? [text.trim()] : [])));
  return [...distinct]
    .map((text) => ({ value: text, label: text }))
    .toSorted(byLabel)
    .slice(0, MAX_TEXT_OPTIONS);
}

export function toOptions({ data }: WireOptions, { name }: OptionGroup): FilterOption[] {
  switch (name) {
    case 'type':
      return textOptions(data.map(({ attributes }) => attributes.Type));
    case 'subtitle':
      return textOptions(data.map(({ attributes }) => attributes.SubTitle));
    case 'binding':
      return textOptions(data.map(({ attributes }) => attributes.Binding));
    case 'price':
      return priceBuckets(data.flatMap(({ attributes }) => attributes.Price ?? [])).map((range) => ({
        value: priceToken(range),
        label: priceLabel(range),
      }));
    default:
      return data.flatMap(({ id, attributes: { name: label, AuthorName } }) => {
        const text = (label ?? AuthorName)?.trim() ?? '';
        return text === '' ? [] : [{ value: String(id), label: text }];
      });
  }
}

export const priceLabel = ({ min, max }: PriceRange): string =>
  max === null ? `${formatRupees(min)} and above` : `${formatRupees(min)} – ${formatRupees(max)}`;

/** States and cities with profiles of a kind. */
export interface Places {
  state: FilterOption[];
  city: FilterOption[];
}

export const placesPath = (kind: CatalogueKind): string =>
  `/lawyers/filter-options?kind=${kind === 'firms' ? 1 : 0}`;

const toPlace = ({ id, name }: Counted): FilterOption => ({ value: String(id), label: name });

export const toPlaces = ({ data }: ProfileOptions): Places => ({
  state: data.states.map(toPlace),
  city: data.cities.map(toPlace),
});
