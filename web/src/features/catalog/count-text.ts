import { groupDigits } from '#shared/text/digits.ts';
import { CATALOGUE_KINDS, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

/** `1 book`, `1,240 books`. */
export function countText(kind: CatalogueKind, total: number): string {
  const { one } = CATALOGUE_KINDS[kind];
  return `${groupDigits(total)} ${total === 1 ? one : `${one}s`}`;
}
