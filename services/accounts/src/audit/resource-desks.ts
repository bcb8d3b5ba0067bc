import type { Desk } from '@vidhi/contracts/desks.ts';

const OF_TYPES: readonly [desks: readonly Desk[], types: readonly string[]][] = [
  [['news', 'publish'], ['post']],
  [
    ['publish'],
    [
      'category',
      'tag',
      'site-ad',
      'product',
      'hosted-page',
      'site-setting',
      'site-option',
      'social-link',
      'redirect',
      'news-author',
    ],
  ],
  [['shop'], ['book', 'author', 'publisher', 'catelog-category', 'book-tag', 'purchase', 'payment-link']],
  [['directory'], ['lawyer', 'language', 'court', 'type-of-court', 'specialization']],
  [['directory'], ['city', 'state-district', 'country-state']],
  [['news', 'publish', 'shop', 'directory'], ['file']],
  [['people'], ['newsletter', 'subscriber']],
];

const DESKS_OF: ReadonlyMap<string, readonly Desk[]> = new Map(
  OF_TYPES.flatMap(([desks, types]) => types.map((type) => [type, desks] as const)),
);

/** Returns the desks that edit records of a type, and may read what was done to one; none where only administrators may. */
export const desksOfType = (type: string): readonly Desk[] => DESKS_OF.get(type) ?? [];
