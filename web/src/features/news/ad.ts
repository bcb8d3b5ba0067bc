import type { Attributes } from '@vidhi/collections/all.ts';
import { toPicture, youtubeId, type Picture } from '#shared/picture/picture.ts';
import type { WireEntry, WireList } from '#shared/api/read.ts';

export type WireAd = Attributes<'site-ad'>;

export type AdPlace = NonNullable<WireAd['type']>;

export interface Ad {
  id: number;
  title: string;
  link: string | null;
  place: AdPlace;
  picture: Picture | null;
  video: string | null;
}

/** Returns the link of an advertisement; null unless it is http or https. */
export const safeLink = (link: string | null | undefined): string | null => {
  const trimmed = link?.trim() ?? '';
  return /^https?:\/\//i.test(trimmed) ? trimmed : null;
};

function toAd({ id, attributes }: WireEntry<WireAd>): Ad[] {
  const { title, type, image, youtube, link } = attributes;
  const picture = image?.data ? toPicture(image.data) : null;
  const video = youtubeId(youtube);
  if (!type || (picture === null && video === null)) return [];
  return [{ id, title: title ?? '', link: safeLink(link), place: type, picture, video }];
}

export const toAds = (list: WireList<WireAd>): Ad[] => list.data.flatMap(toAd);

export const adsFor = (ads: readonly Ad[], ...places: AdPlace[]): Ad[] =>
  ads.filter((ad) => places.includes(ad.place));

export type WithAds<Item> = { kind: 'item'; item: Item } | { kind: 'ad'; ad: Ad };

/**
 * Inserts one ad after every `every` items, each ad once, and none at the end of the list.
 */
export function interleaveAds<Item>(
  items: readonly Item[],
  ads: readonly Ad[],
  every: number,
): WithAds<Item>[] {
  const mixed: WithAds<Item>[] = [];
  items.forEach((item, index) => {
    mixed.push({ kind: 'item', item });
    const seen = index + 1;
    const ad = seen % every === 0 && seen < items.length ? ads[seen / every - 1] : undefined;
    if (ad !== undefined) mixed.push({ kind: 'ad', ad });
  });
  return mixed;
}
