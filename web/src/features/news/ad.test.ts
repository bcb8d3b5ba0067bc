import { describe, expect, it } from 'vitest';
import { interleaveAds, safeLink, toAds, type Ad } from './ad.ts';
import { aPicture, listOf } from '../../testing/fake-api.ts';

const anAd = (id: number): Ad => ({
  id,
  title: `Ad ${id}`,
  link: null,
  place: 'One Column into List',
  picture: null,
  video: null,
});
const mixed = (items: number, ads: number, every: number) =>
  interleaveAds(
    Array.from({ length: items }, (_, index) => index),
    Array.from({ length: ads }, (_, index) => anAd(index)),
    every,
  ).map((entry) => (entry.kind === 'ad' ? `ad ${entry.ad.id}` : entry.item));

describe('interleaveAds', () => {
  it('inserts one ad after every few items', () => {
    expect(mixed(5, 2, 2)).toEqual([0, 1, 'ad 0', 2, 3, 'ad 1', 4]);
  });
  it('never ends a list with an ad', () => {
    expect(mixed(4, 2, 2)).toEqual([0, 1, 'ad 0', 2, 3]);
  });
  it('inserts no ad twice', () => {
    expect(mixed(7, 1, 2)).toEqual([0, 1, 'ad 0', 2, 3, 4, 5, 6]);
  });
  it('returns the items when there are no ads', () => {
    expect(mixed(3, 0, 1)).toEqual([0, 1, 2]);
  });
});

describe('toAds', () => {
  const wire = (link: string | null, image = aPicture()) =>
    listOf([
      { id: 1, attributes: { title: 'Robes', youtube: null, type: 'Side Bar' as const, link, image } },
    ]);
  it('keeps a web address', () => {
    expect(toAds(wire('https://robes.example'))[0]?.link).toBe('https://robes.example');
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', ' JavaScript:alert(1)', '/relative', null])(
    'drops the address %s',
    (link) => {
      expect(toAds(wire(link))[0]?.link).toBeNull();
      expect(safeLink(link)).toBeNull();
    },
  );
  it('drops an ad without picture and video', () => {
    const empty = listOf([
      { id: 1, attributes: { title: 'x', youtube: null, type: 'Side Bar' as const, link: null } },
    ]);
    expect(toAds(empty)).toEqual([]);
  });
});
