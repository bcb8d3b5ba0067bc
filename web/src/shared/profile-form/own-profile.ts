import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';
import { toChoices, type Choice, type WireChoice } from './choice.ts';

export interface ProfilePicture {
  id: number;
  url: string;
}

/** A profile as its owner edits it. */
export interface OwnProfile {
  id: number;
  title: string;
  subTitle: string;
  license: string;
  shippingClass: string;
  /** `YYYY-MM-DD`; empty where there is none. */
  since: string;
  /** Rupees an hour. */
  hourlyCharge: number | null;
  /** Long text, as HTML that the API has sanitised. */
  details: string;
  phone: string;
  email: string;
  address: string;
  website: string;
  courtTypes: Choice[];
  states: Choice[];
  districts: Choice[];
  cities: Choice[];
  areas: Choice[];
  courts: Choice[];
  languages: Choice[];
  picture: ProfilePicture | null;
  gallery: ProfilePicture[];
}

export type WireOwnProfile = Attributes<'lawyer'>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const choicesOf = (list: WireList<WireChoice> | undefined): Choice[] =>
  list === undefined ? [] : toChoices(list);

const pictureOf = ({ id, attributes }: WireEntry<Attributes<'file'>>): ProfilePicture => ({
  id,
  url: attributes.url ?? '',
});

export function toOwnProfile({ id, attributes: wire }: WireEntry<WireOwnProfile>): OwnProfile {
  const picture = wire.PrimaryImageId?.data ?? null;
  return {
    id,
    title: textOf(wire.Title),
    subTitle: textOf(wire.SubTitle),
    license: textOf(wire.Identifier),
    shippingClass: textOf(wire.shipping_class),
    since: textOf(wire.DisplayDate),
    hourlyCharge: wire.Price ?? null,
    details: textOf(wire.Detail1),
    phone: textOf(wire.contact?.phone_number),
    email: textOf(wire.contact?.email_address),
    address: textOf(wire.contact?.address),
    website: textOf(wire.contact?.website_link),
    courtTypes: choicesOf(wire.type_of_court),
    states: choicesOf(wire.Property1),
    districts: choicesOf(wire.Property3),
    cities: choicesOf(wire.Property2),
    areas: choicesOf(wire.PropertyList1),
    courts: choicesOf(wire.PropertyList2),
    languages: choicesOf(wire.PropertyList3),
    picture: picture === null ? null : pictureOf(picture),
    gallery: (wire.SecondaryImageIds?.data ?? []).map(pictureOf),
  };
}
