/// <reference types="vite/client" />
import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';
import { toPicture, type Picture } from '#shared/picture/picture.ts';
import { sharePicture, type SharePicture } from '#shared/picture/share-picture.ts';
import { titleOf } from '#shared/catalogue/item-card.ts';
import { priceOf, type BookPrice } from '#shared/catalogue/money.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

/** Facts of books and profiles. */
interface Item {
  id: number;
  title: string;
  subTitle: string;
  /** HTML, sanitised by the catalogue service. */
  detail: string;
  pictures: Picture[];
  /** The file of the first picture that previews of links show. */
  sharePicture: SharePicture | null;
}

/** A value by which books can be filtered. */
export interface Linked {
  id: number;
  name: string;
}

export interface BookItem extends Item {
  kind: 'books';
  authors: Linked[];
  publishers: Linked[];
  categories: Linked[];
  isbn: string;
  edition: string;
  pages: number | null;
  binding: string;
  type: string;
  about: string;
  price: BookPrice | null;
}

/** The public facts of a lawyer or a firm. */
export interface ProfileItem extends Item {
  kind: Exclude<CatalogueKind, 'books'>;
  /** Day of enrolment or founding; empty where unknown. */
  since: string;
  areas: string[];
  courts: string[];
  courtTypes: string[];
  languages: string[];
  states: string[];
  districts: string[];
  cities: string[];
}

export type CatalogItem = BookItem | ProfileItem;

type Text = string | null;
type Named = WireList<Pick<Attributes<'city'>, 'name'>>;

export type WireBook = Attributes<'book'>;
export type WireProfile = Attributes<'lawyer'>;
export type WireItem = Pick<
  WireBook & WireProfile,
  'Title' | 'SubTitle' | 'Detail1' | 'PrimaryImageId' | 'SecondaryImageIds'
>;

const trimmed = (text: Text | undefined): string => text?.trim() ?? '';
const present = (texts: readonly (Text | undefined)[]): string[] =>
  texts.map(trimmed).filter((text) => text !== '');
const namesOf = (list: Named | undefined): string[] =>
  present(list?.data.map(({ attributes }) => attributes.name) ?? []);

const linkedOf = <Entity>(
  list: WireList<Entity> | undefined,
  nameOf: (attributes: Entity) => Text | undefined,
): Linked[] =>
  (list?.data ?? []).flatMap(({ id, attributes }) => {
    const name = trimmed(nameOf(attributes));
    return name === '' ? [] : [{ id, name }];
  });

/** Returns all pictures, the main one first, without duplicates. */
function picturesOf({ PrimaryImageId: main, SecondaryImageIds: others }: WireItem): Picture[] {
  const entries = [...(main?.data ? [main.data] : []), ...(others?.data ?? [])];
  return [...new Map(entries.map((entry) => [entry.id, toPicture(entry)])).values()];
}

function sharePictureOf({ PrimaryImageId: main, SecondaryImageIds: others }: WireItem): SharePicture | null {
  const first = main?.data ?? others?.data?.[0];
  return first ? sharePicture(first) : null;
}

const commonOf = ({ id, attributes }: WireEntry<WireItem>): Item => ({
  id,
  title: titleOf(attributes.Title),
  subTitle: trimmed(attributes.SubTitle),
  detail: trimmed(attributes.Detail1),
  pictures: picturesOf(attributes),
  // Only crawlers read it, so the build leaves the choice out of browsers.
  sharePicture: import.meta.env.SSR ? sharePictureOf(attributes) : null,
});

export function toBookItem(entry: WireEntry<WireBook>): BookItem {
  const { attributes: book } = entry;
  return {
    kind: 'books',
    ...commonOf(entry),
    authors: linkedOf(book.author_names, ({ AuthorName }) => AuthorName),
    publishers: linkedOf(book.publishers, ({ name }) => name),
    categories: linkedOf(book.Category, ({ name }) => name),
    isbn: trimmed(book.ISBN),
    edition: trimmed(book.Edition),
    pages: book.Pages ?? null,
    binding: trimmed(book.Binding),
    type: trimmed(book.Type),
    about: trimmed(book.ShortDescription),
    price: priceOf(book.Price, book.discount),
  };
}

export function toProfileItem(entry: WireEntry<WireProfile>, kind: ProfileItem['kind']): ProfileItem {
  const { attributes: profile } = entry;
  return {
    kind,
    ...commonOf(entry),
    since: trimmed(profile.DisplayDate),
    areas: namesOf(profile.PropertyList1),
    courts: namesOf(profile.PropertyList2),
    courtTypes: namesOf(profile.type_of_court),
    languages: namesOf(profile.PropertyList3),
    states: namesOf(profile.Property1),
    districts: namesOf(profile.Property3),
    cities: namesOf(profile.Property2),
  };
}
