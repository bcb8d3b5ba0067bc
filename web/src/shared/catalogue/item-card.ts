import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireList, WireOne } from '#shared/api/read.ts';
import { PICTURE_FIELDS, toPicture, type Picture, type WirePicture } from '#shared/picture/picture.ts';
import { priceOf, type BookPrice } from './money.ts';
import type { CatalogueKind } from './catalogue-kind.ts';

/** A book as lists show it. */
export interface BookCard {
  kind: 'books';
  id: number;
  title: string;
  subTitle: string;
  authors: string[];
  price: BookPrice | null;
  picture: Picture | null;
}

/** A lawyer or a firm as lists show it, without facts that are reserved for members. */
export interface ProfileCard {
  kind: 'lawyers' | 'firms';
  id: number;
  title: string;
  subTitle: string;
  areas: string[];
  cities: string[];
  picture: Picture | null;
}

export type ItemCard = BookCard | ProfileCard;

type Named = Attributes<'city' | 'specialization'>;

export type WireBookCard = Attributes<'book'>;
export type WireProfileCard = Attributes<'lawyer'>;

const PICTURE = { 'populate[PrimaryImageId][fields]': PICTURE_FIELDS } as const;

/** Returns the title of an item; its kind and id where it was imported without one. The slug is not affected. */
export const titleOf = (title: string | null | undefined): string => title?.trim() || 'Item';

/** Fields and relations of a card. */
export const BOOK_CARD_QUERY = {
  fields: ['Title', 'SubTitle', 'Price', 'discount'],
  ...PICTURE,
  'populate[author_names][fields]': ['AuthorName'],
} as const;

export const PROFILE_CARD_QUERY = {
  fields: ['Title', 'SubTitle'],
  ...PICTURE,
  'populate[PropertyList1][fields]': ['name'],
  'populate[Property2][fields]': ['name'],
} as const;

const present = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text?.trim() ? [text.trim()] : []));

const namesOf = (list: WireList<Named> | undefined): string[] =>
  present(list?.data.map(({ attributes }) => attributes.name) ?? []);

const pictureOf = (one: WireOne<WirePicture> | undefined): Picture | null =>
  one?.data ? toPicture(one.data) : null;

export const toBookCards = ({ data }: WireList<WireBookCard>): BookCard[] =>
  data.map(({ id, attributes }) => ({
    kind: 'books',
    id,
    title: titleOf(attributes.Title),
    subTitle: attributes.SubTitle?.trim() ?? '',
    authors: present(attributes.author_names?.data.map((author) => author.attributes.AuthorName) ?? []),
    price: priceOf(attributes.Price, attributes.discount),
    picture: pictureOf(attributes.PrimaryImageId),
  }));

export const toProfileCards = (
  { data }: WireList<WireProfileCard>,
  kind: Exclude<CatalogueKind, 'books'>,
): ProfileCard[] =>
  data.map(({ id, attributes }) => ({
    kind,
    id,
    title: titleOf(attributes.Title),
    subTitle: attributes.SubTitle?.trim() ?? '',
    areas: namesOf(attributes.PropertyList1),
    cities: namesOf(attributes.Property2),
    picture: pictureOf(attributes.PrimaryImageId),
  }));
